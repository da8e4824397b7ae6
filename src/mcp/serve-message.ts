import {
  createMcpHandler,
  isLegacyRequest,
  type McpServer,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';

/** Answers one message of the protocol, whose body was read as JSON. */
export type ServeMessage = (request: Request, body: unknown) => Promise<Response>;

/**
 * Serves one message at a time over HTTP: each has a server of its own, and nothing is kept between two. The answer is JSON in both
 * generations of the protocol, with and without the handshake of 2025; there are no subscriptions, since nothing changes.
 */
export function messageServer(makeServer: () => McpServer, onError: (error: Error) => void): ServeMessage {
  const present = createMcpHandler(makeServer, { legacy: 'reject', maxSubscriptions: 0, onerror: onError });
  return async (request, body) => {
    if (!(await isLegacyRequest(request, body))) return present.fetch(request, { parsedBody: body });
    const server = makeServer();
    // Its package would answer such requests with a stream of events.
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    await server.connect(transport);
    try {
      return await transport.handleRequest(request, { parsedBody: body });
    } finally {
      await server.close();
    }
  };
}
