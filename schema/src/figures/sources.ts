/** Where the ranges of the classes and the thresholds were published. The page about the method lists them. */
export const SOURCES = {
  seek: {
    title: 'Disk average access time: seek and half a turn at 5,400 to 7,200 rpm',
    url: 'https://en.wikipedia.org/wiki/Hard_disk_drive_performance_characteristics',
  },
  disk_sheet: {
    title: 'Seagate BarraCuda 3.5 data sheets: maximum sustained transfer rate; inner tracks run at about half of it',
    url: 'https://www.seagate.com/products/hard-drives/barracuda-hard-drive/',
  },
  sd_app: {
    title: 'SD Association, Application Performance Class: A1 1,500 reads, A2 4,000 reads of 4 KiB per second',
    url: 'https://www.sdcard.org/developers/sd-standard-overview/application-performance-class/',
  },
  sd_speed: {
    title: 'SD Association, Speed Class 10 and the UHS-I bus',
    url: 'https://www.sdcard.org/developers/sd-standard-overview/speed-class/',
  },
  sata_bus: {
    title: 'SATA-IO: 6 Gb/s, 600 MB/s on the wire',
    url: 'https://sata-io.org/developers/sata-naming-guidelines',
  },
  sata_review: {
    title: 'AnandTech, Samsung 870 QVO review: 4 KiB random reads at queue depth 1, SATA drives',
    url: 'https://www.anandtech.com/show/15887/the-samsung-870-qvo-1tb-4tb-ssd-review-qlc-refreshed',
  },
  nvme_review: {
    title: 'AnandTech, Samsung 970 EVO review: 4 KiB random reads at queue depth 1, NVMe drives',
    url: 'https://www.anandtech.com/show/12670/the-samsung-970-evo-ssd-review',
  },
  nvme_sheet: {
    title: 'Data sheets of PCIe 3.0 to 5.0 drives: Samsung 970 EVO Plus to 9100 PRO',
    url: 'https://semiconductor.samsung.com/consumer-storage/internal-ssd/',
  },
  fsync: {
    title: 'Percona, "Fsync Performance on Storage Devices": flushes per second of disks and SSDs',
    url: 'https://www.percona.com/blog/2018/02/08/fsync-performance-storage-devices/',
  },
  plp: {
    title: 'Small Datum, "SSDs, power loss protection and fsync latency"',
    url: 'https://smalldatum.blogspot.com/2026/01/ssds-power-loss-protection-and-fsync.html',
  },
  sqlite: {
    title: 'SQLite FAQ 19: about 60 transactions per second at 7,200 rpm',
    url: 'https://www.sqlite.org/faq.html#q19',
  },
  response: {
    title: 'Nielsen, "Response Times: The 3 Important Limits", after Miller 1968',
    url: 'https://www.nngroup.com/articles/response-times-3-important-limits/',
  },
} as const;
