/** Ordinary messages. Two thirds of them have no markup. */
const PLAIN: readonly string[] = [
  'ok',
  'Thanks, that worked!',
  'I’ll be back in ten minutes.',
  'Sounds good to me',
  'Has anybody seen the new coffee machine? It makes tea as well, if you hold the left button long enough.',
  'Could you have a look at this when you find the time? No hurry, tomorrow is fine.',
  'Good morning everyone',
  'Yes, and the second half of it has to be done before the release.\nThe first half can wait.',
  'lunch?',
  'The build is green again.\n\nIt was the cache, as always.',
  'We talked about this last week: the plan is to keep the old format for a year, and to write only the new one.',
  'no idea, sorry',
  'haha',
  'Ich bin gleich da, der Zug hat wie immer Verspätung.',
  '明日の会議は何時からですか？',
  'I think we should do it the other way round, because the numbers (see above) say that nobody uses the first page; ' +
    'three out of four people go straight to the second one, and the rest search.',
  'Which version was it in?',
  'Done, it is on the staging server now. Please tell me if anything looks odd.',
  'I agree with most of it, but not with the last point: a limit of 20 is too low for the big teams.',
  'nice',
]

const MARKED: readonly string[] = [
  '@**King Hamlet** could you review this today?',
  '@**Iago** @**Zoë 李明|17** see you there :+1:',
  'It is in https://example.com/docs/handbook/chapter-2?page=3#top, under *Limits*.',
  'Run `npm test -- markdown` first, then `npm run check`.',
  '**Please note:** the office is closed on Friday.\n\n- Monday: open\n- Tuesday: open\n- Friday: closed',
  '```py\ndef area(width, height):\n    return width * height\n```',
  '> Which version was it in?\n\nThe last one, see #**design>kick off**.',
  'Fixed in [the second commit](https://git.example.com/a/b/commit/2f1c) 🎉',
  'Let’s move this to #**design>kick off** :smile:',
  '1. Stop the server\n2. Copy the folder\n3. Start it again',
]

export const ordinaryMessages: readonly string[] = [...PLAIN, ...MARKED]
