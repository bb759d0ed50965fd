import { LINK_SCHEMES } from '../../../markdown/html/allowed.ts'

/** The place of an attribute. The same name may have different values in formulas and in prose. */
export interface Place {
  readonly tag: string
  readonly className: string
  readonly inMath: boolean
}

type Rule = (value: string, place: Place) => boolean

const matches =
  (pattern: RegExp): Rule =>
  (value) =>
    pattern.test(value)
const anything: Rule = () => true
const number = matches(/^\d+$/)
const measure = matches(/^[+-]?(\d+|\d*\.\d+)(em|ex|pt|px|mu|%|width)?$/)
/** Lists of words and lengths, as in the grid of a formula. */
const mathWords = matches(/^[a-z\d .%-]*$/i)
const colour = matches(/^(#[\da-f]{3,8}|[a-z]+)$/i)
const yesOrNo = matches(/^(true|false)$/)

/**
 * The allowed values of attributes. An allowed attribute that is missing here fails, so that none is unchecked by
 * accident.
 */
const VALUES: Readonly<Record<string, Rule>> = {
  accent: yesOrNo,
  accentunder: yesOrNo,
  align: mathWords,
  alt: anything,
  'aria-hidden': matches(/^true$/),
  'aria-label': anything,
  class: (value, place) => classIsKnown(value, place),
  columnalign: mathWords,
  columnlines: mathWords,
  columnspacing: mathWords,
  controls: matches(/^$/),
  d: matches(/^[\dMLHVCSQTAZe\s.,-]*$/i),
  'data-animated': matches(/^true$/),
  'data-code-language': anything,
  'data-id': anything,
  'data-original-content-type': matches(/^[a-z]+\/[\w.+-]+$/),
  'data-original-dimensions': matches(/^\d+x\d+$/),
  'data-original-src': (value) => isOwnPath(value),
  'data-original-url': (value) => isSafeLink(value),
  'data-stream-id': number,
  'data-transcoded-image': matches(/^[\w.-]+$/),
  'data-user-group-id': number,
  'data-user-id': matches(/^(\d+|\*)$/),
  datetime: matches(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
  depth: measure,
  display: matches(/^block$/),
  displaystyle: yesOrNo,
  encoding: matches(/^application\/x-tex$/),
  fence: yesOrNo,
  form: matches(/^(prefix|infix|postfix)$/),
  height: measure,
  href: (value) => isSafeLink(value),
  largeop: yesOrNo,
  linebreak: matches(/^(newline|nobreak)$/),
  linethickness: measure,
  lspace: measure,
  mathbackground: colour,
  mathcolor: colour,
  mathsize: measure,
  mathvariant: matches(/^[a-z-]+$/),
  maxsize: measure,
  minsize: measure,
  movablelimits: yesOrNo,
  notation: matches(/^[a-z ]+$/),
  preload: matches(/^metadata$/),
  preserveAspectRatio: matches(/^[a-zA-Z ]+$/),
  role: matches(/^img$/),
  rowlines: mathWords,
  rowspacing: mathWords,
  rspace: measure,
  scriptlevel: matches(/^[+-]?\d+$/),
  separator: yesOrNo,
  side: matches(/^(left|right)$/),
  src: (value) => isOwnPath(value),
  start: number,
  stretchy: yesOrNo,
  'stroke-width': measure,
  style: (value, place) => styleIsKnown(value, place),
  symmetric: yesOrNo,
  title: anything,
  valign: measure,
  viewBox: matches(/^[\d. -]+$/),
  voffset: measure,
  width: measure,
  x1: measure,
  x2: measure,
  xmlns: matches(/^http:\/\/www\.w3\.org\/(1998\/Math\/MathML|2000\/svg)$/),
  y1: measure,
  y2: measure,
}

export const valueIsAllowed = (name: string, value: string, place: Place): boolean =>
  VALUES[name]?.(value, place) ?? false

const CLASSES: Readonly<Record<string, RegExp>> = {
  div: /^(codehilite|spoiler-(block|header|content)|((youtube-video|embed-video) )?message_inline_image|message_inline_image message_inline_video|message_embed(_title|_description)?|data-container)$/,
  a: /^(stream|stream-topic|message-link|message_embed_image)$/,
  img: /^(emoji|image-loading-placeholder|inline-image( image-loading-placeholder)?)$/,
  span: /^(user-mention( channel-wildcard-mention)?( silent)?|topic-mention( silent)?|user-group-mention( silent)?|emoji emoji-[\da-f]+(-[\da-f]+)*|katex(-display)?|tex-error|[a-z][a-z\d]{0,2})$/,
}

/** The math typesetter has about two hundred class names. An author cannot choose any of them. */
const MATH_CLASS = /^[\w -]*$/

const classIsKnown: Rule = (value, { tag, inMath }) =>
  inMath ? MATH_CLASS.test(value) : (CLASSES[tag]?.test(value) ?? false)

const MATH_PROPERTIES =
  /^(width|height|min-width|max-width|vertical-align|top|bottom|left|position|color|background-color|text-shadow|margin(-(left|right|top|bottom))?|padding(-(left|right|top|bottom))?|border(-(top|right|bottom|left))?(-(width|style|color))?)$/
const MATH_VALUE = /^[-#\w.% ]+$/
const IMAGE_BEHIND = /^background-image: url\("(https?:\/|\/(?!\/))[^"\\\n()]*"\)$/

const styleIsKnown: Rule = (value, { tag, className, inMath }) => {
  if (tag === 'th' || tag === 'td') return /^text-align: (left|center|right);?$/.test(value)
  if (tag === 'a') return className === 'message_embed_image' && IMAGE_BEHIND.test(value)
  return inMath && value.split(';').every(isMathDeclaration)
}

function isMathDeclaration(declaration: string): boolean {
  if (declaration.trim() === '') return true
  const colon = declaration.indexOf(':')
  const value = declaration.slice(colon + 1).trim()
  return MATH_PROPERTIES.test(declaration.slice(0, colon).trim()) && MATH_VALUE.test(value)
}

/**
 * Checks a link as a browser parses it. Characters that a browser strips before it reads the scheme must not occur at
 * all.
 */
function isSafeLink(value: string): boolean {
  if (hasControl(value)) return false
  if (/^[#/]/.test(value)) return true
  const scheme = /^([a-z][a-z\d+.-]*):/i.exec(value)?.[1]
  return scheme !== undefined && LINK_SCHEMES.includes(scheme.toLowerCase())
}

/** Pictures and sounds come from this server only. External ones are fetched through it. */
const isOwnPath = (value: string): boolean => /^\/(?![/\\])/.test(value) && !hasControl(value)

/** Browsers remove these characters from an address before parsing it. They encode others. */
const hasControl = (value: string): boolean => /[\t\n\r]/.test(value)
