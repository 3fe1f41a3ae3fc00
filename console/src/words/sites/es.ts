import type { SitesWords } from './en.ts'

export const es: SitesWords = {
  newSite: 'Nuevo sitio',
  newSiteHint: 'Un sitio publica un espacio en una dirección propia.',
  noSites: 'Todavía no hay sitios',
  noSitesHint: 'Publique un espacio como sitio: elija el espacio y quién puede leerlo.',
  published: 'Publicado',
  unpublished: 'Sin publicar',
  publish: 'Publicar',
  unpublish: 'Retirar',
  audience: 'Quién puede leerlo',
  audiences: {
    public: 'Todo el mundo',
    unlisted: 'Quien tenga la dirección',
    'share-link': 'Quien tenga un enlace compartido',
    'visitor-auth': 'Visitantes que inician sesión',
  },
  audienceHints: {
    public: 'Todo el mundo puede leerlo, y los buscadores lo encuentran.',
    unlisted: 'Quien conozca la dirección puede leerlo; se pide a los buscadores que no lo incluyan.',
  },
  createAndPublish: 'Crear y publicar',
}
