/*
 * Starts the API reference. Everything comes from this service: no fonts, no telemetry, no assistant of the maker, and
 * calls go straight to the API instead of through the maker's proxy. A key that is typed in is kept nowhere.
 */
globalThis.Scalar.createApiReference('#reference', {
  url: '/v1/openapi.json',
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  proxyUrl: '',
  persistAuth: false,
  // Two calls need no search.
  hideSearch: true,
  hideClientButton: true,
  hiddenClients: true,
  showDeveloperTools: 'never',
  // It follows the system, as the head above it does.
  hideDarkModeToggle: true,
  documentDownloadType: 'direct',
  authentication: { preferredSecurityScheme: 'bearerAuth' },
});
