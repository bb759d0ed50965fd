/** Where a stretch of each group begins, by its first code point. It ends where the next stretch of any group begins. */
const STARTS = {
  faces: '2620 2639 1f479 1f600 1f648 1f910 1f920 1f927 1f970 1f978 1f9d0 1fae0',
  people:
    '261d 270a 1f440 1f463 1f481 1f485 1f48f 1f491 1f4aa 1f574 1f57a 1f590 1f5e3 1f645 1f64b 1f6c0 1f90c ' +
    '1f90f 1f918 1f926 1f930 1f977 1f9b0 1f9be 1f9cc 1f9d1 1fac0 1faf0',
  nature:
    '2600 2614 2618 26a1 26c4 2744 1f300 1f330 1f337 1f33e 1f3f5 1f400 1f490 1f525 1f577 1f940 1f980 ' + '1fab0 1facd',
  food: '2615 1f32d 1f336 1f33d 1f345 1f942 1f950 1f9c0 1fad0',
  activities:
    '265f 26bd 26f7 2728 1f004 1f380 1f396 1f39e 1f3a6 1f3f8 1f579 1f6a3 1f6b4 1f93a 1f941 1f945 1f9e7 ' + '1fa80',
  travel: '231a 23f0 2668 26e9 26fa 2708 1f3d4 1f492 1f550 1f5fa 1f680 1f6a4 1f6b2 1f6d1 1f6d5 1f6dd 1f9bd ' + '1fa90',
  objects:
    '2328 260e 2692 2696 26b0 26cf 2702 2709 270f 1f392 1f399 1f3a4 1f3f7 1f3fa 1f451 1f484 1f488 1f48d ' +
    '1f4a1 1f4b0 1f4f7 1f508 1f526 1f56f 1f576 1f587 1f5a5 1f5f3 1f6aa 1f6bf 1f6c1 1f6cb 1f6d2 1f97b ' +
    '1f9af 1f9e2 1f9ea 1fa8b 1fa91',
  symbols:
    '23 23cf 23f8 2611 2622 2640 267b 2695 269b 26a7 26ce 26d4 2705 2714 2733 2747 1f170 1f201 1f48b ' +
    '1f493 1f4a2 1f4ab 1f4f4 1f500 1f519 1f52f 1f5a4 1f5e8 1f6ab 1f6b3 1f6b7 1f6c2 1f6d0 1f6dc 1f7e0 ' +
    '1f90d 1f9e1',
  flags: '1f1e6 1f3f3',
}

export type EmojiGroupName = keyof typeof STARTS
export const EMOJI_GROUPS = Object.keys(STARTS) as EmojiGroupName[]

const stretches = EMOJI_GROUPS.flatMap((name) =>
  STARTS[name].split(' ').map((start) => ({ name, start: Number.parseInt(start, 16) })),
).sort((a, b) => a.start - b.start)

/** The group of an emoji. */
export function groupOfCode(code: string): EmojiGroupName {
  const first = Number.parseInt(code, 16)
  return stretches.findLast(({ start }) => start <= first)?.name ?? 'symbols'
}
