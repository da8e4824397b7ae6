/* Starts the API reference. All files come from this service; a typed key is not stored. */
globalThis.SwaggerUIBundle({
  dom_id: '#reference',
  url: '/v1/openapi.json',
  presets: [globalThis.SwaggerUIBundle.presets.apis],
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  persistAuthorization: false,
  // The highlighting colors have too little contrast.
  syntaxHighlight: false,
  // An external validator would receive the address of this service.
  validatorUrl: null,
});

/* Follows the system's color scheme, as the page header does. */
const dark = matchMedia('(prefers-color-scheme: dark)');
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', follow);
follow();

/* Swagger UI leaves lists and boxes without a name, and scrolling parts out of reach of the keyboard. */
new MutationObserver(() => {
  for (const box of document.querySelectorAll('#reference :is(select, textarea):not([aria-label])')) {
    const parameter = box.closest('[data-param-name]')?.dataset.paramName;
    box.ariaLabel =
      parameter ??
      (box.id === 'servers' ? 'Server' : box.matches('textarea') ? 'Body' : 'Example or media type');
  }
  for (const text of document.querySelectorAll('#reference pre.microlight:not([tabindex])'))
    text.tabIndex = 0;
  for (const table of document.querySelectorAll('#reference table[role=region]:not([aria-label])'))
    table.ariaLabel = `Responses, ${table.id}`;
}).observe(document.getElementById('reference'), { subtree: true, childList: true });
