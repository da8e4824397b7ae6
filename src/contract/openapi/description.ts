import { CURRENT_AWARD_YEAR } from '../../engine/limits.js';
import { type DocumentOptions, limitsText } from './document-options.js';

/** `info.description`: what a caller must know beside the endpoints, as Markdown. */
export function apiDescription(options: DocumentOptions): string {
  return `Calculates prorated federal student loan limits: the reduction of annual Direct Loan limits for students who are enrolled less than full time, 34 CFR 685.203(m)(1), with the limits of award year ${CURRENT_AWARD_YEAR}.

Nothing is stored: each request is answered from what it contains.

## What is calculated, and what is not

The answer has the percent of the reduction, the annual eligibility that remains, and two ways of splitting it over the terms: equally, and in proportion to credits.

Outside the calculation are: aggregate and lifetime limits; other financial assistance; Parent PLUS loans; nonterm, clock-hour and subscription programs; the proration for the remaining period of graduating students; professional judgment.

Amounts are whole US dollars, percents are whole percents, credits are exact decimals. All arithmetic is exact.

## Keys

Every request but \`GET /v1/openapi.json\` carries a key: \`Authorization: Bearer svc_live_...\`. Keys are given out by the operator of the service by e-mail, and revoked and replaced the same way. Tokens that begin with \`svc_test_\` are reserved for a sandbox and are not issued today.

## Limits

${limitsText(options)}

Rate limits are reserved and not in force today. When they come, answers will carry the headers \`X-RateLimit-Limit\`, \`X-RateLimit-Remaining\` and \`X-RateLimit-Reset\`, and a request too many will be answered with status 429 and code \`quota_exceeded\`. No such header, status or code is sent today.

## Bodies

Request bodies are UTF-8, plain or with \`Content-Encoding: gzip\`. A decimal string is an optional sign, digits, and at most one point: \`3500\`, \`7.5\`, \`.5\`.

## Errors

An error is a JSON object with \`code\`, \`message\` and \`details\`; the 422 that names fields has \`code\` and \`field_errors\`. Match on \`code\`, which is stable; messages are for people and may change. A request to a path or with a method that is not described here is answered with 404 or 405 and an Error (see \`x-unmatched-requests\`). A connection that carries no readable HTTP request is answered with 400, 408 or 431 and an Error without a request id, and closed.

Every other answer carries \`X-Request-Id\`. Name it when you ask the operator about a request.

## Versions

This is version 1.0.0; every path begins with \`/v1\`. Within v1 members may be added to results and errors, and headers to answers; none is removed or changes its type. Read what you know and ignore the rest.`;
}
