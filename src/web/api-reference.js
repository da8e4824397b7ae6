/*
 * Starts the API reference. Everything comes from this service; a key that is typed in is kept nowhere.
 */
globalThis.SwaggerUIBundle({
  dom_id: '#reference',
  url: '/v1/openapi.json',
  presets: [globalThis.SwaggerUIBundle.presets.apis],
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  persistAuthorization: false,
  // Its colors have too little contrast.
  syntaxHighlight: false,
  // A validator elsewhere would be told the address of this service.
  validatorUrl: null,
});

/* It follows the system, as the head above it does. */
const dark = matchMedia('(prefers-color-scheme: dark)');
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', follow);
follow();

/* Swagger UI gives its lists and boxes no name, and what scrolls no place for the keyboard. */
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
