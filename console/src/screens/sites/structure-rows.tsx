import { faBook, faEllipsis, faLayerGroup, faRectangleList } from '@fortawesome/free-solid-svg-icons'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { Badge } from '../../parts/badge.tsx'
import { IconButton } from '../../parts/button.tsx'
import { Confirm } from '../../parts/confirm.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Menu, MenuItem, MenuLine } from '../../parts/menu.tsx'
import { MoveItems } from '../../parts/move-items.tsx'
import { NamedIcon } from '../../parts/named-icon.tsx'
import { SortableRow } from '../../parts/sortable-row.tsx'
import { Notice, refusalText } from '../../parts/states.tsx'
import { useWordsOf } from '../../words/words.ts'
import { siteChanged, useSite } from './sites-queries.ts'
import styles from './structure.module.css'
import type { Addition } from './structure-additions.tsx'
import { EditEntry } from './structure-entry.tsx'
import type { StructureItem } from './structure-tree.ts'

const at = '/v1/orgs/{organizationId}/sites/{siteId}' as const
const icons = { 'site-space': faBook, 'site-section': faRectangleList, 'site-section-group': faLayerGroup }

interface BranchProps {
  items: readonly StructureItem[]
  onAdd: (addition: Addition) => void
}

/** Entries of a site that lie beside each other, each with what lies in it. */
export const StructureBranch = ({ items, onAdd }: BranchProps) => (
  <ul className={styles.branch}>
    {items.map((item) => (
      <Entry key={item.id} item={item} onAdd={onAdd} />
    ))}
  </ul>
)

function Entry({ item, onAdd }: { item: StructureItem; onAdd: BranchProps['onAdd'] }) {
  const words = useWordsOf('structure')
  const queries = useQueryClient()
  const { site, params } = useSite()
  const [isEditing, setEditing] = useState(false)
  const [isLeaving, setLeaving] = useState(false)
  const change = useMutation({
    mutationFn: (work: () => Promise<unknown>) => work(),
    onSuccess: () => siteChanged(queries, params),
  })
  const { thing, title, children } = item
  return (
    <li>
      <SortableRow id={item.id} className={styles.entry}>
        {'icon' in thing && thing.icon ? (
          <NamedIcon name={thing.icon} className={styles.symbol} />
        ) : (
          <Icon icon={icons[thing.object]} className={styles.symbol} />
        )}
        <span className={styles.name}>
          <span className={styles.title}>{title || words.untitled}</span>
          {'path' in thing && <code className={styles.path}>/{thing.path}</code>}
        </span>
        {'condition' in thing && thing.condition !== undefined && <Badge kind="info">{words.conditional}</Badge>}
        {'default' in thing && thing.default && <Badge>{words.first}</Badge>}
        <span className={styles.kind}>{words.kinds[thing.object]}</span>
        {site.permissions.create && (
          <Menu align="end" trigger={<IconButton icon={faEllipsis} label={words.actionsFor(title)} />}>
            <MoveItems id={item.id} />
            <MenuLine />
            <MenuItem onSelect={() => setEditing(true)}>{words.editEntry}</MenuItem>
            {'default' in thing && !thing.default && (
              <MenuItem onSelect={() => change.mutate(() => makeDefault(params, item))}>{words.makeFirst}</MenuItem>
            )}
            {thing.object === 'site-section' && (
              <MenuItem onSelect={() => onAdd({ kind: 'space', section: item })}>{words.addVariant}</MenuItem>
            )}
            {thing.object === 'site-section-group' ? (
              <MenuItem isDangerous onSelect={() => change.mutate(() => remove(params, item))}>
                {words.dissolve}
              </MenuItem>
            ) : (
              <MenuItem isDangerous onSelect={() => setLeaving(true)}>
                {words.takeOff}
              </MenuItem>
            )}
          </Menu>
        )}
      </SortableRow>
      {change.error && !isLeaving && <Notice>{refusalText(change.error, words)}</Notice>}
      {children.length > 0 && <StructureBranch items={children} onAdd={onAdd} />}
      {isLeaving && (
        <Confirm
          title={words.takeOffTitle(title || words.untitled)}
          description={words.takeOffHint}
          action={words.takeOff.replace(/ …$/, '')}
          work={{ ...change, mutate: () => change.mutate(() => remove(params, item)) }}
          onClose={() => setLeaving(false)}
        />
      )}
      {isEditing && <EditEntry item={item} onClose={() => setEditing(false)} />}
    </li>
  )
}

type Params = ReturnType<typeof useSite>['params']

/** Makes a section the one that the address of the site shows, or a space the one that its section shows. */
function makeDefault(params: Params, { id, thing }: StructureItem): Promise<unknown> {
  if (thing.object === 'site-section') return api.patch(at, { params, body: { defaultSiteSection: id } })
  if (thing.object === 'site-space' && thing.section !== undefined)
    return api.patch(`${at}/sections/{siteSectionId}`, {
      params: { ...params, siteSectionId: thing.section },
      body: { defaultSiteSpace: id },
    })
  return api.patch(at, { params, body: { defaultSiteSpace: id } })
}

function remove(params: Params, { id, thing }: StructureItem): Promise<unknown> {
  if (thing.object === 'site-space')
    return api.delete(`${at}/site-spaces/{siteSpaceId}`, { params: { ...params, siteSpaceId: id } })
  if (thing.object === 'site-section')
    return api.delete(`${at}/sections/{siteSectionId}`, { params: { ...params, siteSectionId: id } })
  return api.delete(`${at}/section-groups/{siteSectionGroupId}`, { params: { ...params, siteSectionGroupId: id } })
}
