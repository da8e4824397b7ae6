import { expect, test } from 'vitest';
import { createStore } from '../../src/web/store.js';

const counter = () =>
  createStore<readonly string[], string>([], (state, event) => (event === '' ? state : [...state, event]));

test('each event makes the next state, and those who watch get it with the event and the state before', () => {
  const store = counter();
  const seen: unknown[] = [];
  store.watch((state, event, before) => seen.push([state, event, before]));
  store.send('a');
  store.send('b');
  expect(store.state).toEqual(['a', 'b']);
  expect(seen).toEqual([
    [['a'], 'a', []],
    [['a', 'b'], 'b', ['a']],
  ]);
});

test('an event that changes nothing leaves the very same state', () => {
  const store = counter();
  store.send('a');
  const before = store.state;
  store.send('');
  expect(store.state).toBe(before);
});

test('an event that is told while another is dealt with comes after it, for everybody who watches', () => {
  const store = counter();
  const [first, second]: string[][] = [[], []];
  store.watch((_, event) => {
    first?.push(event);
    if (event === 'ask') store.send('answer');
  });
  store.watch((_, event) => second?.push(event));
  store.send('ask');
  expect([first, second]).toEqual([
    ['ask', 'answer'],
    ['ask', 'answer'],
  ]);
});

test('an error of one who watches does not stop the store', () => {
  const store = counter();
  store.watch((_, event) => {
    if (event === 'bad') throw new Error('Not mine.');
  });
  expect(() => store.send('bad')).toThrow('Not mine.');
  store.send('good');
  expect(store.state).toEqual(['bad', 'good']);
});
