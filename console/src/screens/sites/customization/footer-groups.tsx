import type { SiteCustomizationSettings } from '@quire/contracts'
import { useWordsOf } from '../../../words/words.ts'
import { LinkRows, newLink } from './link-rows.tsx'

type Groups = SiteCustomizationSettings['footer']['groups']

interface FooterGroupsProps {
  groups: Groups
  onChange: (groups: Groups) => void
}

/** The columns of links in the footer. */
export function FooterGroups({ groups, onChange }: FooterGroupsProps) {
  const words = useWordsOf('customization')
  return (
    <LinkRows
      legend={words.footerGroups}
      links={groups}
      onChange={onChange}
      blank={{ title: '', links: [newLink] }}
      add={words.addGroup}
      titleAt={words.groupTitle}
      maxTitle={128}
      below={(group, change) => (
        <LinkRows
          legend={words.linksOf(group.title)}
          within={group.title}
          links={group.links}
          onChange={(links) => change({ links })}
          blank={newLink}
          add={words.addGroupLink(group.title)}
          titleAt={words.linkTitle}
          maxTitle={64}
        />
      )}
    />
  )
}
