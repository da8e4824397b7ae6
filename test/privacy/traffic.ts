import { gzipSync } from 'node:zlib';
import type { Api } from '../support/api.js';
import { ask } from '../support/client.js';
import { ignoring, type Marks, markedFile, markedStudent } from './marks.js';

type Sent = readonly [path: string, type: string, body: string | Uint8Array, more?: Record<string, string>];

/** Sends marked requests of every kind that the API answers with a result or refuses. Returns the statuses, sorted. */
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
