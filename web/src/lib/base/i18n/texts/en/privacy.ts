import type { Prose } from '../shape.ts';

export default {
  title: 'Privacy',
  intro: 'Measuring sends nothing. Publishing sends what you see in the preview, and only after a click.',
  sections: [
    {
      id: 'measuring',
      heading: 'While you measure',
      paragraphs: [
        'The test files are made in this site’s own storage in your browser and deleted after the run. Results stay in this browser. Just before a run the page asks the results service for a ticket, with the version of the test and its seed and nothing else; without an answer it measures all the same.',
        'There is no tracking, no advertisement, no analysis, and no request to anybody else.',
      ],
    },
    {
      id: 'publishing',
      heading: 'When you publish',
      paragraphs: ['The form shows the exact document before it goes. It contains:'],
      points: [
        'what was measured: counts, times and histograms;',
        'browser and operating system by name and main version; no user agent;',
        'what you typed: device, drive, interface, filesystem, note. Do not type what nobody is to read;',
        'if you tick it, a random id of this machine, so that all its results are one vote. The service keeps only a hash of it.',
      ],
    },
    {
      id: 'service',
      heading: 'What the service keeps',
      paragraphs: [
        'The published result, publicly, until it is deleted. No address of yours: for the daily limit it computes a keyed hash of the network part of the address, and drops it within 48 hours. The key changes daily.',
      ],
    },
    {
      id: 'browser',
      heading: 'What your browser keeps',
      paragraphs: ['All of it is deleted with this site’s data, and the history page deletes its part.'],
      points: [
        'finished runs, and uploads that wait for the network;',
        'keys by which you can delete what you have published: without the key nobody can do it for you but a moderator;',
        'the random id of this machine, if you agreed to it;',
        'two cookies of this site, if you use the switches: language and theme;',
        'the site itself, so that it measures without a network.',
      ],
    },
    {
      id: 'deleting',
      heading: 'Deleting',
      paragraphs: [
        'A result is deleted on its own page, from the browser that published it. It is then gone from every board; its address says that it was deleted.',
      ],
    },
  ],
} satisfies Prose;
