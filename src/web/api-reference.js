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

/*
 * Scalar's copy buttons have no name, and its buttons of the side bar are marked as selected, which only tabs and options
 * can be.
 */
new MutationObserver(() => {
  for (const button of document.querySelectorAll('button[class*="copy-button"]:not([aria-label])'))
    button.ariaLabel = 'Copy';
  for (const button of document.querySelectorAll('button[aria-selected]:not([role])')) {
    button.ariaCurrent = button.ariaSelected;
    button.ariaSelected = null;
  }
}).observe(document.body, { subtree: true, childList: true, attributeFilter: ['aria-selected'] });
