import { once } from 'node:events';
import express from 'express';
import { z } from 'zod';
import { serve } from './support/program.js';

/** The rival of the single endpoint: an Express handler that parses the same JSON and answers with a constant text. */
const app = express();
let answer = '';
app.post('/v1/calculate', express.json(), (_request, response) => {
  response.type('json').send(answer);
});
const server = app.listen(0, '127.0.0.1');
const listening = once(server, 'listening');

/** Told the constant text, it says where it listens. */
serve(async (message) => {
  answer = z.string().parse(message);
  await listening;
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('A TCP port was expected.');
  return `http://127.0.0.1:${address.port}`;
});
