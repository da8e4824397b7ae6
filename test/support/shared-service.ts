import { afterAll, afterEach, expect, onTestFinished } from 'vitest';
import { type Api, startApi } from './api.js';
import { type Answer, type Client, createClient } from './client.js';
import { STUDENT } from './requests.js';

/** A service that is there for whoever wants to ask, without what would change it for others. */
export interface SharedService {
  readonly api: Pick<Api, 'host' | 'port' | 'url' | 'adminUrl' | 'token'>;
  readonly client: Client;
}

let service: Promise<SharedService> | undefined;

/**
 * The service with the usual settings that all test files of this process ask one after the other. It is started for the first of
 * them and ends with the process. Tests that stop it, count its requests or read its log or its memory start one of their own.
 */
export function sharedService(): Promise<SharedService> {
  service ??= start();
  return service;
}

async function start(): Promise<SharedService> {
  const api = await startApi();
  return { api, client: await createClient(api) };
}

/** A service with settings of its own for the tests of one file, which it ends with. */
export async function ownService(...settings: Parameters<typeof startApi>) {
  const api = await startApi(...settings);
  afterAll(() => api.stop());
  return { api, client: await createClient(api) };
}

/** Sees that after each test of a file a student is answered as if nothing had been. @returns that answer. */
export async function stillServing(client: Client): Promise<Answer> {
  const usual = await client.calculate(STUDENT);
  afterEach(async () => {
    expect((await client.calculate(STUDENT)).text).toBe(usual.text);
  });
  return usual;
}

/** A service with settings of its own for the test that is running, which it ends with. */
export async function serviceOfTest(env: Readonly<Record<string, string>> = {}): Promise<Api> {
  const api = await startApi(env);
  onTestFinished(async () => void (await api.stop()));
  return api;
}
