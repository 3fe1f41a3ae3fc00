import type { ReactNode } from 'react'
import { Choice, Field } from '../../parts/field.tsx'
import { Notice } from '../../parts/states.tsx'
import { useWordsOf } from '../../words/words.ts'
import { documentOptions } from '../space/document-options.ts'
import { firstDocument } from '../space/pages.ts'
import type { Destination, LostPart, RedirectTargets } from './redirect-targets.ts'

interface TargetFieldsProps {
  destination: Destination
  targets: RedirectTargets
  problem: ReactNode
  onChange: (destination: Destination) => void
}

/** The fields for what a redirect leads to. */
export function TargetFields({ destination, targets, problem, onChange }: TargetFieldsProps) {
  const words = useWordsOf('addresses')
  const lost = targets.lostPart(destination)
  /** Returns the error of the choice of a part, and its options, among which a lost one has no title. */
  const choices = (part: LostPart, value: string, options: readonly (readonly [string, string])[]) =>
    lost === part
      ? { value, error: words.lostTargets[part], options: [[value, '–'] as const, ...options] }
      : { value, options }
  if (destination.kind === 'external')
    return (
      <Field
        label={words.targetAddress}
        type="url"
        placeholder="https://"
        value={destination.url}
        required
        error={problem}
        onChange={({ target }) => onChange({ kind: 'external', url: target.value })}
      />
    )
  if (destination.kind === 'site-section')
    return (
      <Choice
        label={words.targets['site-section']}
        {...choices(
          'site-section',
          destination.siteSectionId,
          targets.sections.map(({ id, title }) => [id, title]),
        )}
        onChange={({ target }) => onChange({ kind: 'site-section', siteSectionId: target.value })}
      />
    )
  const { siteSpaceId } = destination
  return (
    <>
      <Choice
        label={words.space}
        {...choices(
          'site-space',
          siteSpaceId,
          targets.spaces.map(({ id, title }) => [id, title || words.untitled]),
        )}
        onChange={({ target }) =>
          onChange(
            destination.kind === 'site-page'
              ? { kind: 'site-page', siteSpaceId: target.value, pageId: '' }
              : { kind: 'site-space', siteSpaceId: target.value },
          )
        }
      />
      {destination.kind === 'site-page' && (
        <Choice
          label={words.targets['site-page']}
          {...choices('site-page', destination.pageId, documentOptions(targets.pagesOf(siteSpaceId), words.untitled))}
          onChange={({ target }) => onChange({ kind: 'site-page', siteSpaceId, pageId: target.value })}
        />
      )}
      {problem && <Notice>{problem}</Notice>}
    </>
  )
}

/**
 * Returns the target that a form has: for a new redirect the first page of the site, or an address if it has none. A page
 * that was not chosen yet is the first one of its space.
 */
export function chosenTarget(destination: Destination | undefined, targets: RedirectTargets): Destination {
  if (!destination) return targetOfKind('site-page', targets)
  if (destination.kind !== 'site-page' || destination.pageId !== '') return destination
  return { ...destination, pageId: firstDocument(targets.pagesOf(destination.siteSpaceId))?.id ?? '' }
}

/** Returns the first target of a kind that the site has; an address if it has none. */
export function targetOfKind(kind: string, { sections, spaces, pagesOf }: RedirectTargets): Destination {
  const [section, space] = [sections[0], spaces[0]]
  const page = space && firstDocument(pagesOf(space.id))
  if (kind === 'site-section' && section) return { kind, siteSectionId: section.id }
  if (kind === 'site-page' && space && page) return { kind, siteSpaceId: space.id, pageId: page.id }
  if ((kind === 'site-space' || kind === 'site-page') && space) return { kind: 'site-space', siteSpaceId: space.id }
  return { kind: 'external', url: '' }
}
