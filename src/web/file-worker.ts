import './zod-settings.js';
import { CURRENT_AWARD_YEAR } from '../engine/limits.js';

addEventListener('message', () => postMessage(`Ready for award year ${CURRENT_AWARD_YEAR}.`));
