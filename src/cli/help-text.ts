/** The beginning of each command's help: examples that can be typed as they are. */

export const ABOUT = `Prorated federal student loan limits: 34 CFR 685.203(m)(1), the reduction for less than full-time enrollment.
Everything is calculated on this computer. Nothing is sent anywhere.

  prorata check export.xlsx --recipe-out r.json        what is understood of an export, and what is open
  prorata bulk export.xlsx --recipe r.json -o answer.csv
  prorata bulk students.csv -o answer.csv              a file in the service's own columns needs no recipe
  prorata convert export.xlsx --recipe r.json -o ours.csv    the CSV to send to the service with curl
  prorata explain students.csv --student 0012          how the amounts of one student were worked out
  prorata diff old-answer.csv new-answer.csv           whose amounts changed, and by how much
  prorata calculate student.json                       one student as JSON
  prorata mcp                                          tools for an assistant on this computer
`;

export const CALCULATE = `One student as JSON in, the amounts as JSON out.

  prorata calculate student.json
  cat student.json | prorata calculate -
`;

export const BULK = `A file of students in, one row out for every row in. With -o answer.xlsx: a workbook, your own rows with the answer beside
them.

  prorata bulk students.csv -o answer.csv
  prorata bulk students.csv -o answer.csv --failed failed.csv
  prorata bulk export.xlsx --recipe r.json -o answer.xlsx    other columns, with a recipe
  prorata bulk - < students.csv > answer.csv                 in a pipe
`;

export const CHECK = `Says what is understood of a file of students, what is open, and what is wrong. It writes no answer.

  prorata check students.csv
  prorata check students.csv --failed failed.csv             writes the rows to correct
  prorata check export.xlsx --recipe-out r.json              writes a recipe to complete
  prorata check export.xlsx --recipe r.json --json           for programs
`;

export const CONVERT = `Writes any file of students in the columns that the service takes, for curl or another client.

  prorata convert export.xlsx --recipe r.json -o ours.csv
  curl --data-binary @ours.csv -H 'Content-Type: text/csv' -H "Authorization: Bearer $PRORATA_KEY" \\
       "$PRORATA_URL/v1/calculate/bulk" -o answer.csv
`;

export const EXPLAIN = `Shows how every figure for one student was worked out, step by step, with its sources.

  prorata explain student.json
  prorata explain students.csv --student 0012          one student in a file
  prorata explain students.csv --student 0012 --json   the trace as JSON
`;

export const DIFF = `Shows whose amounts differ between two files, and by how many dollars.

  prorata diff old-answer.csv new-answer.csv           two answers
  prorata diff old-answer.csv students.csv             an answer, and what the students would get now
  prorata diff old-students.csv students.csv           two files of students, calculated here
  prorata diff old-answer.csv new-answer.csv --json
`;

export const MCP = `Tools for an assistant on this computer, using the Model Context Protocol over standard input and output. The assistant
starts it. It needs no key, opens no connection and stores nothing.

  prorata mcp
`;

export const EXIT_CODES = `
Exit codes: 0 all good, 1 some students failed, 2 refused: change something first, 70 a bug in prorata: report it,
130 interrupted, or the output was closed.
`;
