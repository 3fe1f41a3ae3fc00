import { faFolderPlus, faPlus, faSitemap } from '@fortawesome/free-solid-svg-icons'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { api } from '../../api/client.ts'
import { Button } from '../../parts/button.tsx'
import type { Move } from '../../parts/moves.ts'
import { Sortables } from '../../parts/sortables.tsx'
import { Empty, Notice, refusalText } from '../../parts/states.tsx'
import { useWordsOf } from '../../words/words.ts'
import { SiteScreen } from './site-screen.tsx'
import { siteChanged, structureQuery, useSite } from './sites-queries.ts'
import { type Addition, AddToSite } from './structure-additions.tsx'
import { StructureBranch } from './structure-rows.tsx'
import { type MoveStep, mayMove, stepsOfMove, treeOf } from './structure-tree.ts'

const at = '/v1/orgs/{organizationId}/sites/{siteId}' as const

/** The sections, groups and spaces of a site, in the order that visitors see them in. */
export function Structure() {
  const words = useWordsOf('structure')
  const queries = useQueryClient()
  const { site, params } = useSite()
  const { data: structure } = useSuspenseQuery(structureQuery(params))
  const items = useMemo(() => treeOf(structure), [structure])
  const [addition, setAddition] = useState<Addition>()
  const move = useMutation({
    async mutationFn(steps: MoveStep[]) {
      for (const step of steps) await takeStep(params, step)
    },
    // What was moved before a step failed has moved.
    onSettled: () => siteChanged(queries, params),
  })
  const mayChange = site.permissions.create
  const hasSections = structure.type === 'sections'
  const add = mayChange && (
    <>
      {!hasSections && (
        <Button icon={faPlus} onClick={() => setAddition({ kind: 'space' })}>
          {words.addSpace}
        </Button>
      )}
      <Button icon={faPlus} onClick={() => setAddition({ kind: 'section' })}>
        {words.addSection}
      </Button>
      {hasSections && (
        <Button icon={faFolderPlus} onClick={() => setAddition({ kind: 'group' })}>
          {words.addGroup}
        </Button>
      )}
    </>
  )
  return (
    <SiteScreen
      title={words.structure}
      lead={mayChange ? words.structureLead : words.structureReader}
      actions={add}
      isForReaders
    >
      {move.error && <Notice>{refusalText(move.error, words)}</Notice>}
      {items.length === 0 ? (
        <Empty icon={faSitemap} title={words.nothingOnSite}>
          {mayChange ? words.nothingOnSiteHint : words.nothingForReader}
        </Empty>
      ) : (
        <Sortables
          items={items}
          mayMove={(one: Move) => mayMove(items, one)}
          onMove={mayChange ? (one) => move.mutateAsync(stepsOfMove(items, one)) : undefined}
        >
          <StructureBranch items={items} onAdd={setAddition} />
        </Sortables>
      )}
      {addition && <AddToSite addition={addition} items={items} onClose={() => setAddition(undefined)} />}
    </SiteScreen>
  )
}

function takeStep(params: { organizationId: string; siteId: string }, step: MoveStep): Promise<unknown> {
  if (step.kind === 'sort')
    return api.patch(`${at}/structure/sort`, { params, body: { item: step.item, position: step.position } })
  const group = { ...params, siteSectionGroupId: step.group }
  if (step.kind === 'into')
    return api.post(`${at}/section-groups/{siteSectionGroupId}/sections`, {
      params: group,
      body: { sectionId: step.section },
    })
  return api.delete(`${at}/section-groups/{siteSectionGroupId}/sections/{siteSectionId}`, {
    params: { ...group, siteSectionId: step.section },
  })
}
