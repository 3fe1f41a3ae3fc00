/** Verbs with which a title names a task, without words that also begin titles as nouns, such as "filter". */
const verbs = new Set(
  `access activate add adjust allow analyze apply approve archive assign attach authenticate authorize automate avoid
  bind bootstrap bring build calculate call cancel capture change check choose clean clear clone collect combine compare compile
  configure confirm connect convert create customize debug decrease define delete deploy detect develop disable discover display
  distribute download duplicate edit embed enable encrypt enforce ensure evaluate exclude execute expand explore expose
  extend extract fetch find fix generate get give grant handle hide identify implement improve include increase initialize
  insert inspect install integrate invite invoke join keep launch learn leave localize locate make manage maximize measure
  merge migrate minimize modify mount move obtain optimize organize override parse perform personalize prepare prevent
  protect provide provision publish push read rebuild receive recover reduce register remove rename renew replace reset
  resize resolve restart restore restrict retrieve reuse revoke rotate run save scale schedule secure select send serve set
  share show simulate skip solve specify start stop store submit subscribe switch sync synchronize take throttle transfer transform
  translate troubleshoot turn uninstall understand unlock unpublish update upgrade upload use validate verify visualize
  wrap write`
    .trim()
    .split(/\s+/),
)

/** Verbs that are as often nouns before a single other word: “Share links” may be links or a task. */
const nounsToo = new Set('access build call capture change display launch measure move push share store'.split(' '))

const gerunds = new Map([...verbs].flatMap((verb) => gerundsOf(verb).map((gerund) => [gerund, verb] as const)))

/** Returns the possible spellings of a verb with -ing: the last letter stays, is doubled or is dropped. */
function gerundsOf(verb: string): string[] {
  return [`${verb}ing`, `${verb}${verb.at(-1)}ing`, ...(verb.endsWith('e') ? [`${verb.slice(0, -1)}ing`] : [])]
}

const article = /^(?:the|a|an)(?= )/i
/** Words that show that the word before is a verb: “Test the settings” is a task, “Test settings” may be a thing. */
const object = /^(?:the|a|an|your|our|my|its|this|these|all)$/i
/** Beginnings of titles that are clauses and not names of things. */
const clause =
  /^(?:how|why|when|where|who|which|what|if|whether|because|by|with|without|from|to|for|in|on|at|as|and|or|but|no|not|my|our|your|i|we|you|it|this|that|these|those|there|is|are|can|do|does)(?![\p{L}-])/iu
/** Titles that name only a part of a page. */
const part =
  /^(?:introduction|intro|overview|background|examples?|notes?|summary|conclusion|parameters?|options?|arguments?|usage|see also|next steps?|references?|prerequisites?|requirements?|details?|try it(?: out)?|description|faq|welcome|readme|contents|table of contents|changelog|more|other|others|related|resources|tips|basics|about|settings|configuration|results?|returns?|syntax|properties|methods|fields)$/i

/** Returns the question in English that a title answers; undefined if the title yields none. */
export function askInEnglish(title: string): string | undefined {
  const howTo = /^how to (.+)$/i.exec(title)?.[1]
  const task = howTo ? lower(howTo) : taskOf(title)
  if (task) return `How do I ${task}?`
  if (clause.test(title) || part.test(title) || isEither(title)) return undefined
  if (isSinglePlural(title)) return `What are ${title.toLowerCase()}?`
  return `What ${isPlural(title) ? 'are' : 'is'} ${title.replace(article, (word) => word.toLowerCase())}?`
}

/** Returns the task that a title names; undefined if the title does not begin with a verb. */
function taskOf(title: string): string | undefined {
  const [first = '', ...rest] = title.split(' ')
  const word = first.toLowerCase()
  const isVerb =
    (verbs.has(word) && !isEither(title)) ||
    (/^\p{Lu}\p{Ll}+$/u.test(first) && !word.endsWith('ing') && object.test(rest[0] ?? ''))
  const verb = isVerb && !clause.test(word) ? word : gerunds.get(word)
  if (verb === 'get' && /^started/i.test(rest[0] ?? '')) return ['get', 'started', ...rest.slice(1)].join(' ')
  return verb && rest.length > 0 ? [verb, ...rest].join(' ') : undefined
}

/** True if a title may be a thing or a task. Such a title yields no question, which is better than a wrong one. */
function isEither(title: string): boolean {
  const [first = '', second, ...rest] = title.toLowerCase().split(' ')
  return nounsToo.has(first) && second !== undefined && rest.length === 0
}

/** Lowers the first letter, unless the second is a capital letter too. */
const lower = (text: string) =>
  /^\p{Lu}(?!\p{Lu})/u.test(text) ? text.slice(0, 1).toLowerCase() + text.slice(1) : text

/** Names that end like plurals. */
const names = new Set('emacs jenkins keras kubernetes pandas postgres rails windows'.split(' '))

/** True if a title is one word in the plural, without capital letters inside, which names have. */
const isSinglePlural = (title: string) => /^\p{L}\p{Ll}*[^\s'’suia]s$/u.test(title) && !names.has(title.toLowerCase())

/** True if the last of several words is a plural. */
function isPlural(title: string): boolean {
  return !/ (?:of|for|in|on|with|by|from|to) /i.test(title) && / \p{L}*[^\s'’suiaS]s$/u.test(title)
}
