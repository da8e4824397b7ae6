import './zod-settings.js';
import { byId } from './element.js';
import { FilePage } from './file/file-page.js';

new FilePage(byId('file', HTMLElement));
