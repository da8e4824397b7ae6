/** The beginning of each command's help: examples that can be typed as they are. */

export const ABOUT = `Prorated federal student loan limits: 34 CFR 685.203(m)(1), the reduction for less than full-time enrollment.

  prorata bulk students.csv -o answer.csv --local      a file, calculated on this computer
  prorata bulk students.csv -o answer.csv              a file, calculated by the service
  prorata check students.csv                           what is wrong with a file; no answer is written
  prorata explain students.csv --student 0012          how the amounts of one student were worked out
  prorata check-figure student.json --figure percent --value 88    whether a published figure is right
  prorata diff old-answer.csv new-answer.csv           whose amounts changed, and by how much
  prorata calculate student.json --local               one student as JSON
  PORT=3000 prorata serve                              the service itself
`;

export const CALCULATE_EXAMPLES = `One student as JSON in, the amounts as JSON out.

  prorata calculate student.json                       calculated by the service
  prorata calculate student.json --local               calculated on this computer
  cat student.json | prorata calculate - --local
`;

export const BULK_EXAMPLES = `A file of students in, one row out for every row in.

  prorata bulk students.csv -o answer.csv                    calculated by the service
  prorata bulk students.csv -o answer.csv --local            calculated on this computer
  prorata bulk students.csv -o answer.csv --failed failed.csv
  prorata bulk export.xlsx --recipe fall.json -o answer.csv  another table, by a recipe
  prorata bulk - < students.csv > answer.csv                 in a pipe
`;

export const CHECK_EXAMPLES = `What is wrong with a file of students: no answer is written, and no service is used.

  prorata check students.csv
  prorata check students.csv --failed failed.csv             writes their rows, to correct
  prorata check students.csv --json                          for programs
`;

export const EXPLAIN_EXAMPLES = `How every figure of one student was worked out, step by step, with its sources. Always on this computer.

  prorata explain student.json
  prorata explain students.csv --student 0012          a student of a file
  prorata explain students.csv --student 0012 --json   the trace as JSON
`;

export const CHECK_FIGURE_EXAMPLES = `Whether a figure of the year that a table, a calculator or a letter gives for a student is right, and which known mistake
gives it if not. Always on this computer. Ends with 1 where it is wrong.

  prorata check-figure student.json --figure combined --value 4950
  prorata check-figure students.csv --student 0012 --figure percent --value 87.5%
  prorata check-figure student.json --figure subsidized --value '$3,500' --json
`;

export const DIFF_EXAMPLES = `Whose amounts differ between two files, by how many dollars, and which input did it.

  prorata diff old-answer.csv new-answer.csv           two answers
  prorata diff old-answer.csv students.csv             an answer, and what students would get now
  prorata diff old-students.csv students.csv           two files of students: also which input did it
  prorata diff old-answer.csv new-answer.csv --json
`;

export const COMPLETION_EXAMPLES = `Completes commands and options with the Tab key in bash. In zsh, run "autoload bashcompinit; bashcompinit" first.

  eval "$(prorata completion)"                         in this terminal; put it into ~/.bashrc for all
`;

export const SERVE_EXAMPLES = `The service: API and pages. Needs nothing else; with REDIS_URL, workers calculate the files.

  prorata serve
  PORT=8080 KEYS_FILE=/var/lib/prorata/keys.json prorata serve
  REDIS_URL=redis://127.0.0.1:6379 prorata serve
`;

export const MCP_EXAMPLES = `The tools for an assistant on this computer, by the Model Context Protocol over standard input and output. The assistant
starts it; it needs no key, opens no connection and keeps nothing.

  prorata mcp
`;

export const WORKER_EXAMPLES = `A worker: calculates files for services that use the same Redis.

  REDIS_URL=redis://127.0.0.1:6379 prorata worker
`;

export const EXIT_CODES = `
Exit codes: 0 all good, 1 some students failed, 2 refused: change something first, 3 the service cannot be reached
or broke off: run it again, 70 a defect of prorata: report it, 130 interrupted, or the output was closed.
`;

export const SERVICE_EXIT_CODES = `
Exit codes: 0 stopped as it was told to, 1 it cannot start or go on: its log says why.
`;

export const VARIABLES = `
Variables: PRORATA_KEY is the API key, PRORATA_URL the address of the service.
`;
