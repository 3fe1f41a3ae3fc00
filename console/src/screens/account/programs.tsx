import { faRobot } from '@fortawesome/free-solid-svg-icons'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { all } from '../../api/queries.ts'
import { Button } from '../../parts/button.tsx'
import { Icon } from '../../parts/icon.tsx'
import rows from '../../parts/rows.module.css'
import { Section } from '../../parts/screen.tsx'
import { Failure, Notice, refusalText } from '../../parts/states.tsx'
import { Time } from '../../parts/time.tsx'
import { useWordsOf } from '../../words/words.ts'
import styles from './settings.module.css'

const programsQuery = queryOptions({
  queryKey: ['programs'],
  queryFn: ({ signal }) => all((page) => api.get('/v1/user/programs', { query: { page }, signal })),
})

/** The programs that the person has let read internal sites; nothing where there are none. */
export function Programs() {
  const words = useWordsOf('account')
  const queries = useQueryClient()
  const { data: programs = [], error, refetch } = useQuery(programsQuery)
  const end = useMutation({
    mutationFn: (programId: string) => api.delete('/v1/user/programs/{programId}', { params: { programId } }),
    onSuccess: () => queries.invalidateQueries(programsQuery),
  })
  if (error) return <Failure error={error} retry={() => void refetch()} />
  if (programs.length === 0) return null
  return (
    <Section title={words.programs}>
      <p className={styles.lead}>{words.programsHint}</p>
      <ul className={rows.rows}>
        {programs.map(({ id, name, usedAt }) => (
          <li key={id} className={rows.row}>
            <span className={rows.symbol}>
              <Icon icon={faRobot} />
            </span>
            <span className={rows.main}>
              <span className={rows.title}>{name}</span>
              <span className={rows.detail}>
                {words.lastUsed} <Time at={usedAt} />
              </span>
            </span>
            <span className={rows.aside}>
              <Button busy={end.isPending} onClick={() => end.mutate(id)}>
                {words.endProgram}
              </Button>
            </span>
          </li>
        ))}
      </ul>
      {end.error && <Notice>{refusalText(end.error, words)}</Notice>}
    </Section>
  )
}
