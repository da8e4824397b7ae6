import { createServer } from 'node:http';
import express from 'express';
import { z } from 'zod';
import { listenHere } from '../support/free-port.js';
import { serve } from './support/program.js';

/** The rival of the single endpoint: an Express handler that parses the same JSON and answers with a constant text. */
const app = express();
let answer = '';
app.post('/v1/calculate', express.json(), (_request, response) => {
  response.type('json').send(answer);
});

/** Told the constant text, it says where it listens. */
serve(async (message) => {
  answer = z.string().parse(message);
  return `http://127.0.0.1:${await listenHere(createServer(app))}`;
});
