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
  prorata bulk export.xlsx --recipe fall.json -o answer.csv  other columns, with a recipe
  prorata bulk - < students.csv > answer.csv                 in a pipe
`;

export const CHECK_EXAMPLES = `Says what is wrong with a file of students. It writes no answer and uses no service.

  prorata check students.csv
  prorata check students.csv --failed failed.csv             writes the rows to correct
  prorata check students.csv --json                          for programs
`;

export const EXPLAIN_EXAMPLES = `Shows how every figure for one student was worked out, step by step, with its sources. Always runs on this computer.

  prorata explain student.json
  prorata explain students.csv --student 0012          one student in a file
  prorata explain students.csv --student 0012 --json   the trace as JSON
`;

export const CHECK_FIGURE_EXAMPLES = `Says whether a student's figure for the year from a table, a calculator or a letter is right and, if not, which known
mistake leads to it. Always runs on this computer. Exits with 1 if the figure is wrong.

  prorata check-figure student.json --figure combined --value 4950
  prorata check-figure students.csv --student 0012 --figure percent --value 87.5%
  prorata check-figure student.json --figure subsidized --value '$3,500' --json
`;

export const DIFF_EXAMPLES = `Shows whose amounts differ between two files, by how many dollars, and which input caused it.

  prorata diff old-answer.csv new-answer.csv           two answers
  prorata diff old-answer.csv students.csv             an answer, and what the students would get now
  prorata diff old-students.csv students.csv           two files of students: also which input caused it
  prorata diff old-answer.csv new-answer.csv --json
`;

export const COMPLETION_EXAMPLES = `Completes commands and options with the Tab key in bash. In zsh, run "autoload bashcompinit; bashcompinit" first.

  eval "$(prorata completion)"                         in this terminal; add it to ~/.bashrc for every terminal
`;

export const SERVE_EXAMPLES = `Starts the service: API and pages. It needs nothing else; with REDIS_URL, workers calculate the files.

  prorata serve
  PORT=8080 KEYS_FILE=/var/lib/prorata/keys.json prorata serve
  REDIS_URL=redis://127.0.0.1:6379 prorata serve
`;

export const MCP_EXAMPLES = `Tools for an assistant on this computer, using the Model Context Protocol over standard input and output. The assistant
starts it. It needs no key, opens no connection and stores nothing.

  prorata mcp
`;

export const WORKER_EXAMPLES = `Starts a worker, which calculates files for services that use the same Redis.

  REDIS_URL=redis://127.0.0.1:6379 prorata worker
`;

export const EXIT_CODES = `
Exit codes: 0 all good, 1 some students failed or a figure is wrong, 2 refused: change something first, 3 the service
cannot be reached or broke off: run it again, 70 a bug in prorata: report it, 130 interrupted, or the output was closed.
`;

export const SERVICE_EXIT_CODES = `
Exit codes: 0 stopped on request, 1 it cannot start or keep running: its log says why.
`;

export const VARIABLES = `
Environment variables: PRORATA_KEY is the API key, PRORATA_URL the address of the service.
`;
