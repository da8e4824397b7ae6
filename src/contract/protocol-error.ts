import type { ApiError, ErrorCode, ErrorKind } from './errors.js';

/** An error of `POST /mcp`, as JSON-RPC has it. It is of no message in particular, so its id is null. */
export interface ProtocolError {
  readonly jsonrpc: '2.0';
  readonly id: null;
  readonly error: {
    readonly code: number;
    readonly message: string;
    /** The code that the other paths have for it. */
    readonly data: { readonly code: ErrorCode };
  };
}

const SERVER_ERROR = -32_000;
const PROTOCOL_CODES: Readonly<Partial<Record<ErrorKind, number>>> = {
  unparsable: -32_700,
  invalidFields: -32_600,
  internal: -32_603,
};

/** A failure as an assistant's client reads it. The status of HTTP stays. */
export function protocolError({ kind, message, body: { code } }: ApiError): ProtocolError {
  const error = { code: PROTOCOL_CODES[kind] ?? SERVER_ERROR, message, data: { code } };
  return { jsonrpc: '2.0', id: null, error };
}
