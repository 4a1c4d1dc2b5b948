import { DATA_LICENSE } from '@opfsmark/schema/api';

/** The published results as a schema.org Dataset, for search engines of data sets. A block of data, which no policy stops. */
export function datasetMarkup(origin: string): string {
  const dataset = {
    '@context': 'https://schema.org',
    '@type': 'Dataset',
    name: 'OPFSMark results',
    description:
      'Storage benchmarks measured in web browsers (Origin Private File System): throughput and latency with raw histograms, by device, drive, filesystem, operating system and browser. All published results, every night.',
    url: `${origin}/api`,
    license: DATA_LICENSE.url,
    isAccessibleForFree: true,
    creator: { '@type': 'Organization', name: 'OPFSMark contributors', url: origin },
    keywords: ['storage benchmark', 'OPFS', 'web browser', 'latency histogram', 'IOPS'],
    measurementTechnique: `${origin}/method`,
    distribution: [
      { '@type': 'DataDownload', encodingFormat: 'application/json', contentUrl: `${origin}/api/v1/snapshot` },
      { '@type': 'DataDownload', encodingFormat: 'text/csv', contentUrl: `${origin}/api/v1/export.csv` },
    ],
  };
  // No text may end the element.
  const json = JSON.stringify(dataset).replaceAll('<', String.raw`\u003c`);
  return `<script type="application/ld+json">${json}</script>`;
}
