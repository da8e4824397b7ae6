import { readFileSync } from 'node:fs';
import type { RequestHandler } from 'express';
import type { SingleLimits } from './http/calculate-route.js';
import { answerMcp } from './http/mcp-route.js';
import { createMcpServer, TOOL_NAMES } from './mcp/mcp-server.js';
import { ruleSections } from './mcp/rule-sections.js';
import { messageServer } from './mcp/serve-message.js';
import type { Config } from './ops/config.js';

/** The log of the tools for assistants. */
interface AssistantsLogger {
  error(fields: { readonly err: unknown }, message: string): void;
  debug(fields: { readonly err: unknown }, message: string): void;
}

/**
 * The handlers of `POST /mcp`. Importing this module loads the protocol's packages and all tools.
 *
 * @param rulesFile docs/rules.md, which `explain_rule` quotes.
 */
export function assistants(
  { publicUrl, ...limits }: Pick<Config, 'publicUrl'> & SingleLimits,
  rulesFile: string,
  logger: AssistantsLogger,
): RequestHandler[] {
  const rules = ruleSections(readFileSync(rulesFile, 'utf8'));
  const onDefect = (err: unknown): void => logger.error({ err }, 'a tool for assistants failed');
  const serve = messageServer(
    () => createMcpServer({ rules, onDefect }),
    (err) => logger.debug({ err }, 'a message of an assistant was refused'),
  );
  const hosts = publicUrl === undefined ? [] : [new URL(publicUrl).hostname];
  return answerMcp({ serve, toolNames: TOOL_NAMES, hosts }, limits);
}
