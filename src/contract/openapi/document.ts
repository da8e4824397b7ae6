import { type DocumentOptions, machineReadableLimits } from './document-options.js';
import { errorResponses, NO_BODY } from './error-responses.js';
import {
  bulkOperation,
  calculateOperation,
  describeOperation,
  TAGS,
  UNMATCHED_ERRORS,
} from './operations.js';
import { HEADERS, PARAMETERS } from './parts.js';
import { apiDescription } from './prose.js';
import { componentSchemas } from './schemas.js';

const DOCS = { description: 'Quick start, columns, errors, rules and clients' };

/** The OpenAPI 3.1 document of the API. Its request schemas come from the one list of fields; results shown for students are calculated. */
export function openapiDocument(options: DocumentOptions): object {
  const { contact } = options;
  const address = options.serverUrl?.replace(/\/+$/, '');
  return {
    openapi: '3.1.0',
    info: {
      title: 'Pro-Rata Loan Limit Calculation Service',
      version: '1.0.0',
      summary: 'Prorated federal student loan limits',
      description: apiDescription(options),
      contact: { name: contact?.name ?? 'The operator of this service', email: contact?.email },
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    // Linters take no relative address here.
    ...(address === undefined ? {} : { externalDocs: { ...DOCS, url: `${address}/docs` } }),
    servers: [{ url: address ?? '/' }],
    tags: TAGS,
    security: [{ bearerAuth: [] }],
    'x-limits': machineReadableLimits(options),
    'x-unmatched-requests': {
      description: 'The answer to a request whose path or method is not described here.',
      responses: errorResponses(UNMATCHED_ERRORS, NO_BODY),
    },
    paths: {
      '/v1/calculate': { post: calculateOperation(options) },
      '/v1/calculate/bulk': { post: bulkOperation(options) },
      '/v1/openapi.json': { get: describeOperation() },
    },
    components: {
      schemas: componentSchemas(),
      headers: HEADERS,
      parameters: PARAMETERS,
      securitySchemes: {
        bearerAuth: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'svc_live_ and 38 letters and digits',
          description:
            'An API key. Ask the operator of the service for one by e-mail, naming the institution or product that it is for. A missing or malformed header gets 401 unauthenticated; a key that was never issued, 401 invalid_token; an expired key, 403 expired_token; a revoked key, 403 revoked_token.',
        },
      },
    },
  };
}
