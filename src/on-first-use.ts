import { type RequestHandler, Router } from 'express';

/**
 * Loads handlers with the first request for them. What few callers use would otherwise be looked through at every
 * garbage collection while files are calculated. If loading fails, the next request tries again.
 */
export function onFirstUse(load: () => Promise<readonly RequestHandler[]>): RequestHandler {
  let loaded: Promise<Router> | undefined;
  const handlers = async (): Promise<Router> => Router().use([...(await load())]);
  return (req, res, next) => {
    loaded ??= handlers();
    loaded.then(
      (router) => router(req, res, next),
      (error: unknown) => {
        loaded = undefined;
        next(error);
      },
    );
  };
}
