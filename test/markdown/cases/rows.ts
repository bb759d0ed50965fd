/** A row of the vocabulary, with the names of cases that show it; a test proves that they are there. */
export interface Row {
  readonly row: string
  readonly shownBy: readonly string[]
}

const row = (title: string, ...shownBy: string[]): Row => ({ row: title, shownBy })

const blocks: readonly Row[] = [
  row('plain text', 'paragraph: plain text'),
  row('a new line within a paragraph', 'paragraph: a new line'),
  row('HTML is escaped', 'paragraph: HTML is text', 'paragraph: the names and numbers of characters in HTML'),
  row('no content', 'paragraph: nothing', 'paragraph: nothing but blanks'),
  row('what is trimmed', 'paragraph: blanks at its end', 'paragraph: new lines at its beginning'),
  row('headings of six levels', 'heading: every level'),
  row('what is no heading', 'heading: seven hashes are text', 'heading: without a space'),
  row('underlined headings are off', 'heading: underlines are rules, or text'),
  row('three bullets', 'list: stars', 'list: dashes', 'list: plus signs'),
  row('bullets mix', 'list: mixed bullets make one list'),
  row('no blank line before a list', 'list: directly after text', 'list: numbers directly after text'),
  row('where numbers start', 'list: numbers that begin later', 'list: numbers'),
  row('items are renumbered', 'list: numbers count by position'),
  row('two spaces nest', 'list: nested', 'list: bullets in numbers by two spaces', 'list: one space does not nest'),
  row('items apart are paragraphs', 'list: blank lines between items'),
  row('an inner list follows the text', 'list: nested', 'list: numbers in bullets'),
  row('a quote by its sign', 'quote: one line'),
  row('a quote by a fence', 'quote: by a fence', 'quote: by a fence, the other word'),
  row('quotes nest', 'quote: nested', 'quote: by a fence in a fence'),
  row('a sign alone is no quote', 'quote: a sign alone is text'),
  row('fenced code', 'fence: backticks', 'fence: tildes'),
  row('indented code', 'code block: four spaces'),
  row('languages by their names', 'fence: a language', 'fence: a short name', 'fence: an older version'),
  row('a language that is not known', 'fence: a language that is not known'),
  row('the default language', 'fence: the default language', 'fence: a language goes before the default'),
  row('a rule', 'rule: dashes', 'rule: stars and underscores'),
  row('a table', 'table: two columns'),
  row('columns are aligned', 'table: alignment'),
  row('a spoiler', 'spoiler: with a header'),
  row('a spoiler without a header', 'spoiler: without a header'),
  row('markup in a spoiler', 'spoiler: markup in its header, by tildes', 'spoiler: several blocks'),
  row('a block of mathematics', 'math: a fence'),
  row('longer fences', 'fence: more of them', 'fence: fewer inside'),
  row('languages with a dot and in braces', 'fence: with a dot', 'fence: in braces'),
  row('a fence that is not closed', 'fence: not closed'),
  row('the end of a fence equals its beginning', 'fence: the end must be the same'),
  row('tokens of code', 'fence: coloured', 'fence: coloured numbers'),
  row('whitespace at the ends of lines of code', 'fence: blanks at the ends of lines'),
  row('reference links are off', 'link: a reference'),
]

const inline: readonly Row[] = [
  row('emphasis', 'emphasis: one star', 'emphasis: blanks inside one star', 'emphasis: over two lines'),
  row('strong', 'emphasis: two stars'),
  row('strong emphasis', 'emphasis: three stars'),
  row('struck out', 'emphasis: tildes'),
  row('code in a line', 'code: one backtick', 'code: two backticks', 'code: blanks stay'),
  row('underscores mean nothing', 'emphasis: underscores'),
  row('a written link', 'link: text and address'),
  row('a written link without a text', 'link: no text'),
  row('links to this server become relative', 'link: a place on this server'),
  row('mathematics in a line', 'math: in a line', 'math: an underscore first', 'math: over two lines'),
  row('bad TeX', 'math: bad TeX', 'math: bad TeX in a fence'),
  row('a time in UTC', 'time: in UTC', 'time: a minute'),
  row('a time in another zone', 'time: in a zone'),
  row('a day', 'time: a day'),
  row('what is no time', 'time: words', 'time: a number', 'time: no such day'),
  row('schemes of written links', 'link: every scheme', 'link: more schemes', 'link: still more schemes'),
  row('files in written links', 'link: a file', 'link: a file, where it is allowed'),
  row('other schemes are left alone', 'link: a script', 'link: data'),
]

const bareLinks: readonly Row[] = [
  row('a bare address', 'bare link: an address'),
  row('a bare mail address', 'bare link: a mail address'),
  row('a domain without a scheme, with a path', 'bare link: a domain with a path'),
  row('this server’s own fragments become relative', "bare link: this server's own place"),
  row('schemes that become links: http and https', 'bare link: an address', 'bare link: an address without encryption'),
  row('schemes that become links: those of programs', 'bare link: programs with a scheme of their own'),
  row('schemes that become links: bitcoin', 'bare link: a bitcoin address'),
  row(
    'schemes that become links: files, if allowed',
    'bare link: a file, where it is allowed',
    'bare link: a file, where it is not allowed',
  ),
  row('schemes that do not become links', 'bare link: other schemes'),
  row(
    'what may stand before a bare link',
    'bare link: after a comma and a colon',
    'bare link: quotation marks',
    'bare link: parentheses around it',
    'bare link: signs around it',
    'bare link: after a letter of another script',
    'bare link: in the middle of a word',
  ),
  row('what may stand after a bare link', 'bare link: punctuation', 'bare link: a full stop'),
  row('six levels of parentheses', 'bare link: six levels of parentheses', 'bare link: seven levels of parentheses'),
]

const commands: readonly Row[] = [
  row('/me with its space', 'command: an action', 'command: without the blank'),
  row('other words after a slash', 'command: any other word'),
]

const mentions: readonly Row[] = [
  row('a person', 'mention: a person'),
  row('a person with the id', 'mention: a person by the id', 'mention: a person by nothing but the id'),
  row('a name and an id that disagree', 'mention: a name and an id that disagree'),
  row('a person, silently', 'mention: a person silently', 'mention: a person silently by the id'),
  row('a deactivated person', 'mention: a person who has left'),
  row('everybody, by four words', 'mention: everybody', 'mention: everybody by other words'),
  row('everybody, silently', 'mention: everybody silently'),
  row('participants of the topic', 'mention: those who wrote in the topic'),
  row('a group', 'mention: a group'),
  row('a group, silently', 'mention: a group silently'),
  row('a system group by its display name', 'mention: a group of the system'),
  row('a deactivated group', 'mention: a group that is no more'),
  row('an unknown name', "mention: nobody's name", 'mention: an unknown group'),
  row('names in other letters', 'mention: a person in other letters', 'mention: a group in other letters'),
  row(
    'what may stand before a mention',
    'mention: after a quotation mark',
    'mention: after brackets',
    'mention: after a slash and a sign',
    'mention: in the middle of a word',
  ),
  row(
    'several people of one name',
    'mention: one of two who share a name',
    'mention: the one of two whose id is given',
  ),
  row('a group that may not be called', 'mention: a group that may not be called'),
]

const channelLinks: readonly Row[] = [
  row('a channel', 'channel link: a channel'),
  row('a topic with its newest message', 'channel link: a topic'),
  row('a topic without messages', 'channel link: a topic without messages'),
  row('a message', 'channel link: a message'),
  row('the topic without a name', 'channel link: the topic without a name'),
  row('an unknown channel', 'channel link: an unknown channel', 'channel link: an unknown channel with a topic'),
  row(
    'encoding of names in addresses',
    'channel link: a channel with dots and parentheses in its name',
    'channel link: a channel in another script',
    'channel link: a topic with signs that are encoded',
  ),
]

const emoji: readonly Row[] = [
  row('an emoji by name', 'emoji: by name'),
  row('an emoji as a character', 'emoji: as a character', 'emoji: as a character with a selector'),
  row('underscores in a title', 'emoji: by a name with an underscore'),
  row('an emoji of the organization', 'emoji: of the organization'),
  row('the built-in extra emoji', 'emoji: of every server'),
  row('an unknown name', 'emoji: an unknown name'),
  row('skin tones', 'emoji: a skin tone', 'emoji: a skin tone by name'),
  row('unknown sequences', 'emoji: a sequence that is not known'),
  row('an own emoji goes before a usual one', 'emoji: of the organization, instead of the usual one'),
  row(
    'characters that are text by default',
    'emoji: as a character that is text by default',
    'emoji: digits and their keys',
  ),
  row(
    'every emoticon',
    'emoticon: a smile',
    'emoticon: a smile from the other side',
    'emoticon: a frown',
    'emoticon: a heart',
    'emoticon: a neutral face',
    'emoticon: a confused face',
    'emoticon: a wink',
    'emoticon: a laugh',
    'emoticon: an open mouth',
    'emoticon: a tongue',
  ),
  row(
    'what may stand around an emoticon',
    'emoticon: after punctuation',
    'emoticon: before punctuation',
    'emoticon: after a word',
    'emoticon: before a word',
  ),
]

const linkifiers: readonly Row[] = [
  row('a match becomes a link', 'linkifier: a match'),
  row(
    'what may stand before a match',
    'linkifier: in parentheses and quotation marks',
    'linkifier: after a comma and a colon',
  ),
  row('what may stand after a match', 'linkifier: before a sign', 'linkifier: in the middle of a word'),
  row('the template is expanded', 'linkifier: with two groups', 'linkifier: with a value that is encoded'),
  row('the earlier of two that overlap', 'linkifier: where two overlap the earlier wins'),
]

const previews: readonly Row[] = [
  row('an uploaded image', 'preview: an uploaded picture'),
  row('a thumbnail that is not ready', 'preview: a picture that is still made smaller'),
  row('an animated image', 'preview: a picture that moves'),
  row('a format that browsers lack', 'preview: a picture that browsers cannot show'),
  row('an image in the text', 'preview: a picture in the text'),
  row('a sound', 'preview: a sound', 'preview: a foreign sound'),
  row('a video', 'preview: an uploaded video', 'preview: a foreign video'),
  row('a foreign image', 'preview: a foreign picture', 'preview: a foreign picture with text'),
  row('a video of YouTube', 'preview: a video of a known site'),
  row('a video by oEmbed', 'preview: a video that another site offers'),
  row('a page that describes itself', 'preview: a page that describes itself'),
  row('after the block with the link', 'preview: a picture in a list', 'preview: a picture in a table'),
  row('a paragraph that is only an image', 'preview: two pictures in two paragraphs'),
  row('each address once', 'preview: a picture twice'),
  row('none in quotes', 'preview: a picture in a quotation'),
  row('none of more than 24', 'limit: twenty-four addresses are previewed', 'limit: of twenty-five addresses none is'),
  row('none where they are not wanted', 'preview: pictures where none are wanted'),
  row('a thumbnail that is missing', 'preview: a picture that is lost'),
]

const widgets: readonly Row[] = [
  row('a poll', 'widget: a poll', 'widget: a poll with bullets'),
  row('a list of tasks', 'widget: a list of tasks'),
]

export const rows: readonly Row[] = [
  ...blocks,
  ...inline,
  ...bareLinks,
  ...commands,
  ...mentions,
  ...channelLinks,
  ...emoji,
  ...linkifiers,
  ...previews,
  ...widgets,
]
