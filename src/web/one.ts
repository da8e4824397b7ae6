import './zod-settings.js';
import { readJsonStudent } from '../contract/json-student.js';
import { calculate } from '../engine/calculate.js';
import { byId, element } from './element.js';

const reading = readJsonStudent({});
byId('one', HTMLElement).append(
  element('p', {}, [reading.ok ? JSON.stringify(calculate(reading.student)) : '']),
);
