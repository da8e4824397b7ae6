import { setTimeout as delay } from 'node:timers/promises';
import { Pool } from 'undici';
import { z } from 'zod';
import { expectSame } from './support/bench.js';
import { serve } from './support/program.js';

const orderSchema = z.object({
  url: z.url(),
  token: z.string(),
  body: z.string(),
  requests: z.int().positive(),
  pauseMs: z.number(),
});

/** Sends one request after the other on one connection, as told; answers with milliseconds. */
serve(async (message) => {
  const { url, token, body, requests, pauseMs } = orderSchema.parse(message);
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const pool = new Pool(url, { connections: 1 });
  const milliseconds: number[] = [];
  while (milliseconds.length < requests) {
    const began = performance.now();
    const answer = await pool.request({ path: '/v1/calculate', method: 'POST', headers, body });
    await answer.body.text();
    milliseconds.push(performance.now() - began);
    expectSame('status of a single request', answer.statusCode, 200);
    await delay(pauseMs);
  }
  await pool.close();
  return milliseconds;
});
