import { Refused } from '../../../api/client.ts'
import { fieldProblem, type Problem } from '../../../parts/field-problems.ts'
import { refusalOf } from '../../../parts/states.tsx'
import type { CustomizationWords } from '../../../words/customization/en.ts'
import type { Words } from '../../../words/general/en.ts'

/** The part of a request that has the settings. */
const settingsPart = /^body\.(?:customization\.|overrides\.)?/
/** The path of a field of a link: in the header or a group of the footer, perhaps in the menu of another link. */
const linkField =
  /^(header|footer\.groups\.(\d+))\.links\.(\d+)(?:\.links\.(\d+))?\.(title|condition|to)\b[^:]*: (.*)$/s

/** Returns what a refusal of settings says, with the name of the link's field as the form has it. */
export function settingsProblem(error: unknown, words: Words & CustomizationWords): Problem {
  const found =
    error instanceof Refused && error.status === 400 && linkField.exec(error.message.replace(settingsPart, ''))
  if (!found) {
    const { text, ...rest } = refusalOf(error, words)
    return { text: text.replace(settingsPart, ''), ...rest }
  }
  const [, , group, link, menuLink, field = '', problem = ''] = found
  const place = (index: string | undefined) => Number(index) + 1
  const at = place(menuLink ?? link)
  const names = { title: words.linkTitle(at), to: words.linkAddress(at), condition: `${words.linkCondition} (${at})` }
  const within = [
    group === undefined ? words.headerLinks : `${words.footerGroups} (${place(group)})`,
    ...(menuLink === undefined ? [] : [`${words.menuLinks} (${place(link)})`]),
  ]
  const { text, ...rest } = fieldProblem(problem, words)
  return { text: `${[...within, names[field as keyof typeof names]].join(' › ')}: ${text}`, ...rest }
}

/**
 * Shows the first field that lacks something, with the groups that it lies in opened, since a closed one could not show it.
 * Returns false if there is none.
 */
export function showMissing(form: HTMLFormElement): boolean {
  const field = form.querySelector<HTMLInputElement | HTMLSelectElement>(
    'input:invalid, select:invalid, textarea:invalid',
  )
  if (!field) return false
  for (let group = field.closest('details'); group; group = group.parentElement?.closest('details') ?? null)
    group.open = true
  field.reportValidity()
  return true
}
