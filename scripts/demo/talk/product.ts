import type { Line, Topic } from '../conversation.ts'

const PREVIEWS = 104

/** Every few minutes another preview, as such channels are. */
const previews: Line[] = Array.from({ length: PREVIEWS }, (_, index) => {
  const minute = 10 * 60 + 19 - (PREVIEWS - 1 - index) * 5
  return {
    by: 'deploy-bot',
    at: `${Math.floor(minute / 60)}:${String(minute % 60).padStart(2, '0')}`,
    text: `\`pr-${2211 - PREVIEWS + 1 + index}\` is ready`,
    unread: true,
  }
})

export const STATION = 'Station 0417 shows −40 °C since the firmware update'

export const PRODUCT: readonly Topic[] = [
  { channel: 'web-app', topic: 'Preview deployments', said: previews },
  {
    channel: 'web-app',
    topic: 'Bundle budget',
    policy: 'followed',
    said: [
      { by: 'doyun', daysAgo: 1, at: '14:05', text: '차트 라이브러리를 바꾸면 40 kB를 줄일 수 있습니다.' },
      ...['Down to 251 kB.', '246 kB without the old icons.', '244 kB.', 'The polyfills are gone: 241 kB.'].map(
        (text, index): Line => ({ by: 'doyun', at: `09:${20 + index * 5}`, text, unread: true }),
      ),
      { by: 'priya', at: '09:42', text: 'Is that with the map?', unread: true },
      { by: 'doyun', at: '09:44', text: 'With the map, loaded on demand.', unread: true },
      { by: 'priya', at: '09:47', text: '👏', unread: true },
      { by: 'doyun', at: '09:50', text: '238 kB, we have 12 left', reactions: { muscle: ['priya'] }, unread: true },
    ],
  },
  {
    channel: 'design',
    topic: 'Dark theme: chart colours',
    said: [
      { by: 'noa', daysAgo: 1, at: '16:30', text: 'שני הצבעים הראשונים דומים מדי בלילה. אנסה שוב מחר.' },
      { by: 'mara', daysAgo: 1, at: '16:42', text: 'The first ramp loses the blue stations at night.' },
      { by: 'noa', at: '09:01', text: 'Second attempt: lighter, still too pink.', unread: true },
      { by: 'amina', at: '09:05', text: 'The pink reads as an alarm.', unread: true },
      {
        by: 'noa',
        at: '09:12',
        text: 'Third attempt, now with a proper ramp',
        reactions: { art: ['amina'] },
        unread: true,
      },
    ],
  },
  {
    channel: 'design',
    topic: 'Icons for wind and gusts',
    resolvedBy: 'noa',
    said: [
      {
        by: 'noa',
        daysAgo: 8,
        at: '12:00',
        text: 'Both are in, drawn on 20 × 20.',
        reactions: { windy: ['mara'] },
      },
    ],
  },
  {
    channel: 'roadmap-2027',
    topic: 'Snow depth sensors',
    said: [
      {
        by: 'maximiliana',
        daysAgo: 2,
        at: '10:00',
        text: 'Eleven municipalities asked. That is more than for anything else this year.',
      },
      { by: 'mara', daysAgo: 2, at: '10:20', text: 'Then it is first. Who writes the one-pager?' },
      { by: 'ines', daysAgo: 2, at: '10:25', text: 'Eu escrevo, até sexta.' },
    ],
  },
  {
    channel: 'hiring',
    topic: 'Firmware engineer, second round',
    said: [{ by: 'priya', daysAgo: 1, at: '17:10', text: 'Strong in the practical part. I would invite her to Umeå.' }],
  },
  {
    channel: 'support',
    topic: STATION,
    policy: 'followed',
    said: [
      { by: 'jules', daysAgo: 1, at: '19:12', text: 'A customer says that their station shows −40 °C.' },
      { by: 'jules', at: '09:48', text: 'It is the only one in the area with the new firmware.', unread: true },
      { by: 'jules', at: '09:52', text: 'They sent pictures:\n\n{picture}', picture: 'mast-0417-1', unread: true },
      ...[2, 3, 4].map(
        (number): Line => ({
          by: 'jules',
          at: '09:52',
          text: '{picture}',
          picture: `mast-0417-${number}`,
          unread: true,
        }),
      ),
      { by: 'chen-wen', at: '09:57', text: 'The sensor reports valid data, its neighbours are off.', unread: true },
      {
        by: 'jules',
        at: '10:05',
        text: '@**Mara Lindqvist** Customer in Rovaniemi says it really is −40 there. Closing? 😄',
        reactions: { joy: ['tomasz', 'chen-wen', 'noa'] },
        unread: true,
      },
    ],
  },
  {
    channel: 'support',
    topic: 'Refund for duplicate order #20931',
    said: [
      ...[
        'They paid twice on Friday.',
        'Both payments arrived.',
        'I asked finance.',
        'No answer yet.',
        'They write again.',
      ].map((text, index): Line => ({ by: 'maximiliana', daysAgo: 1, at: `1${3 + index}:15`, text, unread: true })),
      { by: 'maximiliana', daysAgo: 1, at: '18:05', text: 'Finance confirmed, I replied to them.', unread: true },
    ],
  },
  {
    channel: 'firmware',
    topic: 'Release 4.2 checklist',
    said: [
      {
        by: 'lars-erik',
        daysAgo: 1,
        at: '09:00',
        text: '/todo Release 4.2\nFreeze the branch\nWatchdog test: 24 hours on the bench\nRelease notes\nRoll out to ten stations',
        done: [0, 1],
      },
      ...['Bench test passed.', 'Notes are in review.', 'Two typos, fixed.', 'Ready for ten stations.'].map(
        (text, index): Line => ({ by: 'chidera', at: `08:${10 + index * 10}`, text, unread: true }),
      ),
    ],
  },
  {
    channel: 'firmware',
    topic: 'Battery at low temperatures',
    said: [
      { by: 'lars-erik', at: '07:50', text: 'At −30 °C the new cells hold 61 %.', unread: true },
      {
        by: 'chidera',
        at: '08:02',
        text: 'We could wake less often:\n\n```c\nif (temp_c < -20) wake_interval_s = 600;\n```',
        unread: true,
      },
      { by: 'lars-erik', at: '08:05', text: 'Ten minutes is fine in a cold night.', unread: true },
    ],
  },
]
