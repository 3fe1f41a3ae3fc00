/** The kinds of piece that answer a question best. */
export interface QuestionKind {
  /** Asks how something is done: answered by steps and code. */
  isTask: boolean
  /** Asks what something is: answered by the sentence that says so. */
  isDefinition: boolean
  /** Asks for a value or a name: answered by the row or sentence that has one. */
  isValue: boolean
  /** Asks about an error: answered by the sentence that names it, and the one after it. */
  isFault: boolean
  /** False if the question asks what something is and not for commands: words say it. */
  takesCode: boolean
}

const task =
  /^\W*(?:how\s+(?:do|does|can|could|to|would|should|might)|(?:is|are) there (?:a|any) way|(?:can|may|could|let|make|wie|comment|cómo|como|как)(?![\p{L}]))/iu
const definition =
  /^\W*(?:what(?:'s|’s| is| are| does)(?! the (?:default|max|min))|was (?:ist|sind)|qu['’]est-ce|qu[eé] (?:es|son)|o que (?:é|são)|что такое)/iu
const value =
  /(?<![\p{L}])(?:which|default|defaults|how (?:many|much|long|often|large|big)|what (?:version|port|setting|option|value|limit|command|flag)|(?:max|min)imum|limit|version|welche[rsnm]?|wie (?:viele?|lange|oft|groß)|standardwert|quel(?:le)?s?|combien|cuál(?:es)?|cuánt[oa]s?|qua(?:l|is)|quant[oa]s?|как(?:ой|ая|ое|ие)|сколько)(?![\p{L}])/iu
const fault =
  /(?<![\p{L}])(?:errors?|exceptions?|fail(?:s|ed|ing|ure)?|why|cannot|can['’]t|does(?:n['’]t| not)|prevents?|fehler|warum|erreur|pourquoi|errores?|por qu[eé]|erros?|ошибк\p{L}*|почему)(?![\p{L}])/iu

const code =
  /(?<![\p{L}])(?:commands?|code|examples?|syntax|scripts?|snippets?|quer(?:y|ies)|config\p{L}*)(?![\p{L}])|`/iu

/** Read from the words that questions are asked with, in the languages whose words have rules in libs/search. */
export function kindOf(question: string): QuestionKind {
  const isValue = value.test(question)
  const isDefinition = !isValue && definition.test(question)
  const isFault = fault.test(question)
  // A text without a question states a task.
  const isWish = !isValue && !isDefinition && !isFault && !/[?？]/.test(question)
  return {
    isTask: isWish || task.test(question),
    isDefinition,
    isValue,
    isFault,
    takesCode: !isDefinition || code.test(question),
  }
}
