import { afterAll, afterEach, expect, onTestFinished } from 'vitest';
import { type Api, startApi } from './api.js';
import { type Answer, type Client, createClient } from './client.js';
import { STUDENT } from './requests.js';

/** A running service, without the means to change it for other tests. */
export interface SharedService {
  readonly api: Pick<Api, 'host' | 'port' | 'url' | 'adminUrl' | 'token'>;
  readonly client: Client;
}

let service: Promise<SharedService> | undefined;

/**
 * The service with default settings that all test files of this process share; it ends with the process.
 * Tests that stop it, count its requests or read its log or memory start their own.
 */
export function sharedService(): Promise<SharedService> {
  service ??= start();
  return service;
}

async function start(): Promise<SharedService> {
  const api = await startApi();
  return { api, client: await createClient(api) };
}

/** A service with its own settings for the tests of one file, stopped after them. */
export async function ownService(...settings: Parameters<typeof startApi>) {
  const api = await startApi(...settings);
  afterAll(() => api.stop());
  return { api, client: await createClient(api) };
}

/** Checks after each test of a file that a usual student still gets the same answer. @returns that answer. */
export async function stillServing(client: Client): Promise<Answer> {
  const usual = await client.calculate(STUDENT);
  afterEach(async () => {
    expect((await client.calculate(STUDENT)).text).toBe(usual.text);
  });
  return usual;
}

/** A service with its own settings for the running test, stopped after it. */
export async function serviceOfTest(env: Readonly<Record<string, string>> = {}): Promise<Api> {
  const api = await startApi(env);
  onTestFinished(async () => void (await api.stop()));
  return api;
}
