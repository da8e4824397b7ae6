import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { serve } from './support/program.js';

const orderSchema = z.object({
  url: z.url(),
  token: z.string(),
  body: z.string(),
  requests: z.int().positive(),
  pauseMs: z.number(),
});

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** Told whom to ask and how often, it asks one thing after the other on one connection; answers with milliseconds. */
serve(async (message) => {
  const order = orderSchema.parse(message);
  const milliseconds: number[] = [];
  while (milliseconds.length < order.requests) {
    milliseconds.push(await askOnce(order));
    await delay(order.pauseMs);
  }
  return milliseconds;
});

function askOnce({ url, token, body }: z.infer<typeof orderSchema>): Promise<number> {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const outgoing = request(`${url}/v1/calculate`, {
      method: 'POST',
      agent,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      },
    });
    outgoing.once('error', reject).once('response', (response) => {
      if (response.statusCode !== 200) reject(new Error(`answered with ${response.statusCode}`));
      response.once('error', reject).once('end', () => resolve(performance.now() - began));
      response.resume();
    });
    outgoing.end(body);
  });
}
