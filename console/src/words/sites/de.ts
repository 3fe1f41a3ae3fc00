import type { SitesWords } from './en.ts'

export const de: SitesWords = {
  // The list
  newSite: 'Neue Website',
  noSites: 'Es gibt noch keine Websites',
  noSitesHint:
    'Veröffentlichen Sie einen Bereich als Website: Wählen Sie den Bereich oder eine Vorlage und wer sie lesen darf.',
  noSitesReader: 'Wer in dieser Organisation Inhalte anlegen darf, kann einen Bereich als Website veröffentlichen.',
  published: 'Veröffentlicht',
  unpublished: 'Nicht veröffentlicht',
  publish: 'Veröffentlichen',
  unpublish: 'Zurückziehen',
  openSite: (title) => `${title} öffnen`,

  // A new site
  steps: ['Inhalt', 'Titel und Publikum', 'Veröffentlichen'],
  source: 'Beginnen mit',
  fromSpace: 'Einem Bereich',
  fromTemplate: 'Einer Vorlage',
  fromSpaceHint: 'Die Website zeigt die Seiten des Bereichs und folgt jeder seiner Änderungen.',
  template: 'Vorlage',
  titleHint: 'Er steht über jeder Seite. Die Adresse der Website wird aus ihm gebildet.',
  back: 'Zurück',
  next: 'Weiter',
  createAndPublish: 'Anlegen und veröffentlichen',
  siteIsPublished: 'Die Website ist veröffentlicht',
  siteIsPublishedHint: 'Alle, für die sie gedacht ist, können sie jetzt unter ihrer Adresse lesen.',
  openTheSite: 'Website öffnen',
  manageSite: 'Einrichten',

  // Who may read it
  audience: 'Wer sie lesen darf',
  audiences: {
    public: 'Alle',
    unlisted: 'Wer die Adresse hat',
    'share-link': 'Wer einen geteilten Link hat',
    members: 'Wer es in der Organisation lesen darf',
    'visitor-auth': 'Wer sich anmeldet',
  },
  audienceHints: {
    public: 'Alle können sie lesen, und Suchmaschinen finden sie.',
    unlisted: 'Wer die Adresse kennt, kann sie lesen; Suchmaschinen werden gebeten, sie nicht aufzunehmen.',
    'share-link':
      'Jeder Link hat einen Schlüssel, den niemand erraten kann. Sie können einen widerrufen und die anderen behalten.',
    members:
      'Mitglieder und Gäste öffnen sie mit der Anmeldung dieser Konsole und sehen die Teile, die sie lesen dürfen.',
    'visitor-auth': 'Ein eigenes System meldet Besucher an und bürgt für sie mit einem signierten Token.',
  },

  // A site
  partsOfSite: 'Teile der Website',
  parts: {
    overview: 'Übersicht',
    structure: 'Aufbau',
    customization: 'Gestaltung',
    audience: 'Publikum',
    domain: 'Domain',
    redirects: 'Weiterleitungen',
    adaptive: 'Angepasste Inhalte',
    mcp: 'MCP-Server',
  },
  overviewLead: 'Wo die Website ist, und wer was auf ihr liest.',
  address: 'Adresse',
  keyedHints: {
    'share-link': 'Die Website wird unter den Adressen ihrer geteilten Links gelesen, zu finden unter „Publikum“.',
    'visitor-auth':
      'Die Website wird mit einem Token Ihres Systems gelesen. Was es dazu braucht, steht unter „Publikum“.',
  },
  unpublishedHint:
    'Noch liest niemand die Website. Richten Sie sie erst ein, wenn Sie möchten, und veröffentlichen Sie sie dann.',
  unpublishedReader: 'Noch liest niemand die Website: Sie ist nicht veröffentlicht.',
  notPublished: (title) => `${title} wurde nicht veröffentlicht`,
  onlyForManagers: 'Nur wer in dieser Organisation Inhalte anlegen darf, kann die Website ändern.',
  changeIt: 'Ändern',
  setIt: 'Festlegen',
  show: 'Zeigen',
  noDomain: 'Keine eigene',
  createdAt: 'Angelegt',

  // Its settings
  settingsLead: 'Name und Adresse der Website, und wie man sie entfernt.',
  basename: 'Name in der Adresse',
  basenameHint: 'Kleinbuchstaben, Ziffern und Bindestriche. Frühere Namen leiten auf den neuen weiter.',
  agents: 'Antworten von Assistenten',
  agentsHint: 'Ob Fragen, die in Quire gestellt werden, auch aus dieser Website beantwortet werden.',
  agentsIncluded: 'Dürfen diese Website verwenden',
  agentsExcluded: 'Dürfen diese Website nicht verwenden',
  unpublishHint:
    'Niemand kann die Website mehr lesen, unter keiner ihrer Adressen. Nichts geht verloren; Sie können sie wieder veröffentlichen.',
  unpublishQuestion: (title) => `${title} zurückziehen?`,
  removeSite: 'Website löschen',
  removeSiteHint: 'Adresse, Gestaltung und Weiterleitungen gehen endgültig verloren. Die Bereiche auf ihr bleiben.',
  removeSiteQuestion: (title) => `${title} löschen?`,
}
