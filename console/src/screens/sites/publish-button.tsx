import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog, DialogButtons } from '../../parts/dialog.tsx'
import { Notice, refusalText } from '../../parts/states.tsx'
import { useWordsOf } from '../../words/words.ts'
import { siteChanged, useSite } from './sites-queries.ts'

/** Publishes the site of the screen; says in a dialog what stands against it. */
export function PublishButton() {
  const words = useWordsOf('sites')
  const queries = useQueryClient()
  const { site, params } = useSite()
  const publish = useMutation({
    mutationFn: () => api.post('/v1/orgs/{organizationId}/sites/{siteId}/publish', { params }),
    onSuccess: (published) => siteChanged(queries, params, published),
  })
  return (
    <>
      <Button kind="primary" busy={publish.isPending} onClick={() => publish.mutate()}>
        {words.publish}
      </Button>
      <Dialog open={publish.isError} onClose={publish.reset} title={words.notPublished(site.title)}>
        <Notice>{refusalText(publish.error, words)}</Notice>
        <DialogButtons>
          <Button onClick={publish.reset}>{words.close}</Button>
        </DialogButtons>
      </Dialog>
    </>
  )
}
