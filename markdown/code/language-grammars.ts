import { GRAMMARS } from './grammars.ts'

/** Language names by grammar, if they differ from the grammar's name. Includes words that are not in the contract. */
const LANGUAGES: Readonly<Record<string, string>> = {
  apache: 'ApacheConf',
  arduino: 'ino',
  asciidoc: 'adoc',
  bash: 'shell-script',
  c: 'h|idc',
  clojure: 'ClojureScript',
  coq: 'Rocq Prover',
  cpp: 'C++|cc|cxx|hpp|hxx|CUDA',
  csharp: 'C#',
  diff: 'patch',
  django: 'Django/Jinja|jinja2',
  dockerfile: 'Docker|containerfile',
  dos: 'Batchfile|cmd',
  fsharp: 'F#|fs',
  graphql: 'gql',
  handlebars: 'hbs',
  ini: 'TOML',
  javascript: 'mjs|cjs|JSX',
  json: 'jsonc|JSON5',
  kotlin: 'kt|kts',
  latex: 'TeX',
  less: 'LessCss',
  lisp: 'Common Lisp|EmacsLisp',
  matlab: 'Octave',
  nginx: 'Nginx configuration file',
  nim: 'Nimrod',
  objectivec: 'Objective-C',
  ocaml: 'ml',
  pgsql: 'PL/pgSQL|PostgreSQL SQL dialect',
  protobuf: 'Protocol Buffer',
  python: 'Cython|Python 2.x',
  'python-repl': 'Python console session',
  r: 'S',
  scheme: 'Racket',
  shell: 'Bash Session|shellsession',
  sml: 'Standard ML',
  typescript: 'TSX|mts|cts',
  vbnet: 'VB.net|vb',
  verilog: 'systemverilog',
  vim: 'VimL|vimscript',
  wasm: 'WebAssembly',
  x86asm: 'GAS|NASM',
  xml: 'HTML|htm|xhtml|svg|xsd|xsl|rss',
}

const grammars = new Map<string, string>()
for (const grammar of Object.keys(GRAMMARS)) grammars.set(grammar, grammar)
for (const [grammar, names] of Object.entries(LANGUAGES))
  for (const name of names.split('|')) grammars.set(name.toLowerCase(), grammar)

/** The grammar of a language. */
export const grammarFor = (name: string): string | undefined => grammars.get(name.toLowerCase())
