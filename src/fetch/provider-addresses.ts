import ipaddr from 'ipaddr.js'

/**
 * IP addresses behind which a cloud provider serves its own customers' machines: metadata with credentials, configuration, APIs that are
 * not announced on the internet. Most lie in private or link-local blocks, which are refused anyway; those that look public are why this
 * table exists. Each row has the page of the provider that documents it.
 */
export interface ProviderAddress {
  /** One address, or a block in CIDR notation. */
  range: string
  provider: string
  purpose: string
  source: string
}

const AWS_METADATA = 'https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/instancedata-data-retrieval.html'
const GOOGLE_PRIVATE = 'https://cloud.google.com/vpc/docs/configure-private-google-access'
const IBM_ENDPOINTS = 'https://cloud.ibm.com/docs/vpc?topic=vpc-service-endpoints-for-vpc'

export const PROVIDER_ADDRESSES: readonly ProviderAddress[] = [
  {
    range: '168.63.129.16/32',
    provider: 'Microsoft Azure',
    purpose: 'platform: agent, DNS, health probes',
    source: 'https://learn.microsoft.com/azure/virtual-network/what-is-ip-address-168-63-129-16',
  },
  {
    range: '199.36.153.4/30',
    provider: 'Google Cloud',
    purpose: 'restricted.googleapis.com',
    source: GOOGLE_PRIVATE,
  },
  { range: '199.36.153.8/30', provider: 'Google Cloud', purpose: 'private.googleapis.com', source: GOOGLE_PRIVATE },
  {
    range: '2600:2d00:2:1000::/64',
    provider: 'Google Cloud',
    purpose: 'restricted.googleapis.com',
    source: GOOGLE_PRIVATE,
  },
  {
    range: '2600:2d00:2:2000::/64',
    provider: 'Google Cloud',
    purpose: 'private.googleapis.com',
    source: GOOGLE_PRIVATE,
  },
  { range: '161.26.0.0/16', provider: 'IBM Cloud', purpose: 'infrastructure services', source: IBM_ENDPOINTS },
  { range: '166.8.0.0/14', provider: 'IBM Cloud', purpose: 'private service endpoints', source: IBM_ENDPOINTS },
  {
    range: '169.254.169.254/32',
    provider: 'AWS, Azure, Google Cloud, Oracle, DigitalOcean, Hetzner, OpenStack',
    purpose: 'metadata',
    source: AWS_METADATA,
  },
  { range: 'fd00:ec2::254/128', provider: 'AWS', purpose: 'metadata', source: AWS_METADATA },
  {
    range: '169.254.170.2/32',
    provider: 'AWS',
    purpose: 'credentials of a container',
    source: 'https://docs.aws.amazon.com/AmazonECS/latest/developerguide/task-iam-roles.html',
  },
  {
    range: '100.100.100.200/32',
    provider: 'Alibaba Cloud',
    purpose: 'metadata',
    source: 'https://www.alibabacloud.com/help/en/ecs/user-guide/view-instance-metadata',
  },
  {
    range: 'fd20:ce::254/128',
    provider: 'Google Cloud',
    purpose: 'metadata',
    source: 'https://cloud.google.com/compute/docs/metadata/querying-metadata',
  },
  {
    range: '192.0.0.192/32',
    provider: 'Oracle Cloud',
    purpose: 'metadata of the classic infrastructure',
    source: 'https://docs.oracle.com/en/cloud/iaas/compute-iaas-cloud/stcsg/retrieving-instance-metadata.html',
  },
  {
    range: 'fd00:42::42/128',
    provider: 'Scaleway',
    purpose: 'metadata',
    source: 'https://www.scaleway.com/en/docs/instances/how-to/use-cloud-init/',
  },
]

const blocks = PROVIDER_ADDRESSES.map(({ range }) => ipaddr.parseCIDR(range))

/** Whether the address is one that a provider reserves for the machines of its customers. */
export function isProviderAddress(ip: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  return blocks.some(([block, bits]) => block.kind() === ip.kind() && ip.match(block, bits))
}
