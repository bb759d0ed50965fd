import { expect, test } from 'vitest'
import { readPath, safeName, shownName } from './file-path.ts'

test.each([
  ['cat.png', 'cat.png'],
  ['my  cat -- here.png', 'my-cat-here.png'],
  ['../../etc/passwd', '....etcpasswd'],
  ['a/b\\c:d*e?.txt', 'abcde.txt'],
  ['ﬁle①.txt', 'file1.txt'],
  ['кот.png', 'кот.png'],
  ['', 'uploaded-file'],
  ['..', 'uploaded-file'],
  ['???', 'uploaded-file'],
  [`${'x'.repeat(300)}.tar.gz`, `${'x'.repeat(147)}.gz`],
  ['x'.repeat(300), 'x'.repeat(150)],
])('%.30s becomes %.30s', (written, name) => {
  expect(safeName(written)).toBe(name)
})

test.each([
  ['my  cat -- (1).png', 'my  cat -- (1).png'],
  ['  ', 'uploaded-file'],
  ['a\nb.txt', 'a-b.txt'],
  [`${'x'.repeat(300)}.png`, `${'x'.repeat(146)}.png`],
])('%.30s is shown as %.30s', (written, name) => {
  expect(shownName(written)).toBe(name)
  expect(safeName(name)).toBe(safeName(written))
})

const TOKEN = 'a'.repeat(40)

test.each([
  [`1/${TOKEN}/cat.png`, 'cat.png'],
  [`1/${TOKEN}/%D0%BA.png`, 'к.png'],
  [`1/${TOKEN}/%zz.png`, '%zz.png'],
])('%s is a path', (text, name) => {
  expect(readPath(text)).toEqual({ realmId: 1, token: TOKEN, name })
})

test.each([`x/${TOKEN}/a`, `1/${TOKEN}`, `1/${TOKEN}/`, `1/${TOKEN}/a/b`, '1/ab/cat.png', `1/../${TOKEN}/a`])(
  '%s is none',
  (text) => {
    expect(readPath(text)).toBeNull()
  },
)
