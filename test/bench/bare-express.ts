import { createServer } from 'node:http';
import express from 'express';
import { z } from 'zod';
import { listenHere } from '../support/free-port.js';
import { serve } from './support/program.js';

/** What the single endpoint is compared with: Express parses the same JSON and sends a constant text. */
const app = express();
let answer = '';
app.post('/v1/calculate', express.json(), (_request, response) => {
  response.type('json').send(answer);
});

/** The message is the constant text; the answer is the address of the server. */
serve(async (message) => {
  answer = z.string().parse(message);
  return `http://127.0.0.1:${await listenHere(createServer(app))}`;
});
