import type { SitesWords } from './en.ts'

export const de: SitesWords = {
  newSite: 'Neue Website',
  newSiteHint: 'Eine Website veröffentlicht einen Bereich unter einer eigenen Adresse.',
  noSites: 'Es gibt noch keine Websites',
  noSitesHint: 'Veröffentlichen Sie einen Bereich als Website: Wählen Sie den Bereich und wer sie lesen darf.',
  published: 'Veröffentlicht',
  unpublished: 'Nicht veröffentlicht',
  publish: 'Veröffentlichen',
  unpublish: 'Zurückziehen',
  audience: 'Wer sie lesen darf',
  audiences: {
    public: 'Alle',
    unlisted: 'Wer die Adresse hat',
    'share-link': 'Wer einen geteilten Link hat',
    'visitor-auth': 'Wer sich anmeldet',
  },
  audienceHints: {
    public: 'Alle können sie lesen, und Suchmaschinen finden sie.',
    unlisted: 'Wer die Adresse kennt, kann sie lesen; Suchmaschinen werden gebeten, sie nicht aufzunehmen.',
  },
  createAndPublish: 'Anlegen und veröffentlichen',
}
