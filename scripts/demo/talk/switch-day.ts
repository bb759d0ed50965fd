import type { Topic } from '../conversation.ts'

export const SWITCH_DAY = 'Switch day: list, sums and recordings'

const WAIT = `With the queue we measured, the wait is

\`\`\`math
t = \\frac{Q}{r - w} \\approx 84\\ \\mathrm{s}
\`\`\`

so this is enough:

\`\`\`python
def wait(queue, rate):  # seconds until the slot is empty
    return queue / (rate - 1.4)
\`\`\``

const SPOILERS = `Do not open it before coffee:

\`\`\`spoiler The worst case
If the switch fails we go back to the old primary: four minutes, tried twice.
\`\`\`

\`\`\`spoiler What it would cost
Less than the coffee.
\`\`\``

/** What messages can contain besides text. */
export const switchDay: Topic = {
  channel: 'infra',
  topic: SWITCH_DAY,
  said: [
    { by: 'tomasz', at: '09:38', text: 'Please vote, I count at <time:2026-11-17T14:00:00Z>:' },
    {
      by: 'tomasz',
      at: '09:40',
      text: '/poll Who writes the notice?\nMara\nInês\nWhoever is awake first',
      votes: { mara: 0, tomasz: 0, misaki: 0, doyun: 0, priya: 0, ines: 1, 'lars-erik': 1, jules: 2 },
    },
    {
      by: 'chidera',
      at: '09:48',
      text: '/todo Before Thursday 06:00\nLag under 1 MB on every slot\nRestore drill from the offsite copy\nStatus page text: Mara has the draft\nTurn off the nightly index rebuild',
      done: [0, 1],
      reactions: { '+1': ['mara', 'tomasz', 'priya', 'doyun'], pray: ['misaki', 'lars-erik'] },
    },
    { by: 'priya', at: '10:06', text: WAIT },
    { by: 'lars-erik', at: '10:12', text: 'From Bergen, for @*platform*:\n\n!{picture}', picture: 'handover' },
    { by: 'doyun', at: '10:15', text: SPOILERS },
  ],
}
