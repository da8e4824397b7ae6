import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { Api } from '../support/api.js';
import { ask } from '../support/client.js';

type Marks = ReturnType<typeof newMarks>;

/** Unique texts for every place where a caller can put student data or a secret. */
export function newMarks() {
  const mark = (name: string) => `${name}-${randomBytes(6).toString('hex')}`;
  return {
    student: mark('STUDENT'),
    label: mark('LABEL'),
    amount: `7${randomBytes(4).readUInt32BE().toString().padStart(10, '1').slice(0, 7)}`,
    /** An invalid cell value, which errors may quote to the caller. */
    wrong: mark('WRONG'),
    /** An unknown column or JSON field. */
    field: mark('FIELD'),
    secret: mark('SECRET'),
  };
}

/** A bulk file with marks in every row; every tenth student has an invalid, marked cell. */
export function markedFile(marks: Marks, rows: number): string {
  const header = `student_id,dependency_status,degree_level,is_legacy_borrower,cost_of_attendance,term_label,term_credits_enrolled,${marks.field}`;
  const lines = Array.from({ length: rows }, (_, index) => {
    const status = index % 10 === 3 ? marks.wrong : 'independent';
    return `${marks.student}-${index},${status},graduate,yes,${marks.amount},${marks.label},9,${marks.secret}`;
  });
  return `${[header, ...lines].join('\n')}\n`;
}

/** The query parameter that makes the service accept {@link markedFile}, whose last column is unknown. */
export function ignoring(marks: Marks): string {
  return `?ignore_columns=${marks.field}`;
}

function markedStudent(marks: Marks): Record<string, unknown> {
  return {
    dependency_status: 'independent',
    degree_level: 'graduate',
    is_legacy_borrower: true,
    cost_of_attendance: marks.amount,
    terms: [{ label: marks.label, credits_enrolled: 9 }],
    [marks.field]: marks.secret,
  };
}

type Sent = readonly [path: string, type: string, body: string | Uint8Array, more?: Record<string, string>];

/** Sends marked requests of every kind that the API accepts or refuses. @returns the statuses, sorted. */
export async function sendEverything(api: Api, marks: Marks): Promise<number[]> {
  const student = markedStudent(marks);
  const json = JSON.stringify(student);
  const csv = markedFile(marks, 300);
  const one = '/v1/calculate';
  const many = '/v1/calculate/bulk';
  const wrongStudent = { ...student, dependency_status: marks.wrong, cost_of_attendance: `${marks.amount}x` };
  const requests: Sent[] = [
    [one, 'application/json', json],
    [one, 'application/json', JSON.stringify(wrongStudent)],
    [one, 'application/json', `{"${marks.field}": ${marks.secret}`],
    [one, 'application/json', `[${json}]`],
    [one, 'text/plain', json],
    [one, `application/json; charset=${marks.secret}`, json],
    [`${one}/${marks.student}?student=${marks.label}`, 'application/json', json],
    [`${many}${ignoring(marks)}`, 'text/csv', csv],
    [`${many}${ignoring(marks)}`, 'text/csv', csv, { accept: 'application/x-ndjson' }],
    [many, 'text/csv', csv],
    [many, 'text/csv', csv, { accept: marks.secret }],
    [many, 'text/csv', `${csv}"${marks.student}`],
    [many, 'text/csv', csv.replace('dependency_status', 'dependency_statuss')],
    [many, 'text/csv', csv.replaceAll(',', ';')],
    [many, 'text/csv', gzipSync(csv).subarray(0, 200), { 'content-encoding': 'gzip' }],
    [many, 'text/csv', Buffer.from(`${csv}${marks.student}`, 'utf16le')],
  ];
  const tokens = [
    '',
    `Basic ${marks.secret}`,
    `Bearer ${marks.secret}`,
    `Bearer ${api.token.slice(0, -1)}`,
    `Bearer svc_test_${marks.secret}`,
  ];
  const send = async ([path, type, body, more]: Sent, authorization: string): Promise<number> => {
    const headers = { 'content-type': type, authorization, 'user-agent': marks.secret, ...more };
    return (await ask(api, 'POST', path, { headers, body })).status;
  };
  const statuses = await Promise.all([
    ...requests.map((request) => send(request, `Bearer ${api.token}`)),
    ...tokens.map((token) => send([one, 'application/json', json], token)),
  ]);
  return statuses.sort((first, second) => first - second);
}
