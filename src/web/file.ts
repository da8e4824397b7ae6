import './zod-settings.js';
import { byId, element } from './element.js';
import { startPageWorker } from './page-worker.js';

// Replaced by the page: shows that its worker answers.
const worker = startPageWorker();
worker.addEventListener('message', ({ data }) => {
  byId('file', HTMLElement).append(element('p', {}, [String(data)]));
});
worker.postMessage('');
