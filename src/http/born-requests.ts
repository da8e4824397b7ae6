import { IncomingMessage, type ServerOptions, ServerResponse } from 'node:http';
import type { Express } from 'express';

/**
 * The classes of a server's requests and responses that are the app's own from the start.
 *
 * Express changes the prototype of each otherwise. V8 then forgets what it has learned of them and keeps them alive long
 * after their answer, which takes more time than all the rest of a short request:
 * https://github.com/expressjs/express/issues/5998
 */
export function bornRequests(
  app: Express,
): Required<Pick<ServerOptions, 'IncomingMessage' | 'ServerResponse'>> {
  class AppRequest extends IncomingMessage {}
  class AppResponse<Req extends IncomingMessage = IncomingMessage> extends ServerResponse<Req> {}
  app.request = Object.setPrototypeOf(AppRequest.prototype, app.request);
  app.response = Object.setPrototypeOf(AppResponse.prototype, app.response);
  return { IncomingMessage: AppRequest, ServerResponse: AppResponse };
}
