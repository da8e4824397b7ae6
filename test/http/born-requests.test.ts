import { once } from 'node:events';
import { createServer } from 'node:http';
import express from 'express';
import { afterAll, expect, test } from 'vitest';
import { bornRequests } from '../../src/http/born-requests.js';

const app = express();
app.get('/', (req, res) => {
  res.json({ path: req.path });
});
const prototypes: unknown[] = [];
const server = createServer(bornRequests(app), (req, res) => {
  prototypes.push(Object.getPrototypeOf(req), Object.getPrototypeOf(res));
  app(req, res);
  prototypes.push(Object.getPrototypeOf(req), Object.getPrototypeOf(res));
});
afterAll(() => server.close());

test('Express leaves the prototypes of requests and responses as they are, and has its methods on them', async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('A TCP port was expected.');
  const answer = await fetch(`http://127.0.0.1:${address.port}/`);
  expect(await answer.json()).toEqual({ path: '/' });
  expect(prototypes).toEqual([app.request, app.response, app.request, app.response]);
  expect(prototypes[0]).toBe(prototypes[2]);
  expect(prototypes[1]).toBe(prototypes[3]);
});
