import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { memoryPages, validateXML, type XMLFileInfo } from 'xmllint-wasm'

/** Validates sitemaps by the published schemas, which take elements of other namespaces only when those are declared, too. */

const VENDOR = path.join(import.meta.dirname, '..', '..', '..', 'test', 'vendor', 'sitemap')

/** As https://developers.google.com/search/docs/crawling-indexing/sitemaps/image-sitemaps describes it. */
const image = schemaOf(
  'http://www.google.com/schemas/sitemap-image/1.1',
  `<xsd:element name="image"><xsd:complexType><xsd:sequence><xsd:element name="loc" type="tUrl"/></xsd:sequence></xsd:complexType></xsd:element>`,
)
/** As https://developers.google.com/search/docs/specialty/international/localized-versions describes it. */
const xhtml = schemaOf(
  'http://www.w3.org/1999/xhtml',
  `<xsd:element name="link"><xsd:complexType>
    <xsd:attribute name="rel" use="required"><xsd:simpleType><xsd:restriction base="xsd:string"><xsd:enumeration value="alternate"/></xsd:restriction></xsd:simpleType></xsd:attribute>
    <xsd:attribute name="hreflang" type="xsd:language" use="required"/>
    <xsd:attribute name="href" type="tUrl" use="required"/>
  </xsd:complexType></xsd:element>`,
)

function schemaOf(namespace: string, elements: string): string {
  return `<xsd:schema xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns="${namespace}" targetNamespace="${namespace}" elementFormDefault="qualified">
  <xsd:simpleType name="tUrl"><xsd:restriction base="xsd:anyURI"><xsd:pattern value="https?://.+"/><xsd:maxLength value="2048"/></xsd:restriction></xsd:simpleType>
  ${elements}
</xsd:schema>`
}

const all = `<xsd:schema xmlns:xsd="http://www.w3.org/2001/XMLSchema">
  <xsd:import namespace="http://www.sitemaps.org/schemas/sitemap/0.9" schemaLocation="published.xsd"/>
  <xsd:import namespace="http://www.google.com/schemas/sitemap-image/1.1" schemaLocation="image.xsd"/>
  <xsd:import namespace="http://www.w3.org/1999/xhtml" schemaLocation="xhtml.xsd"/>
</xsd:schema>`

/** Fails with the validator's words for a document that is no valid one of its kind. */
export async function assertValid(xml: string, kind: 'sitemap' | 'siteindex'): Promise<void> {
  assert.deepEqual(await problemsOf(xml, kind), [])
}

export async function problemsOf(xml: string, kind: 'sitemap' | 'siteindex'): Promise<string[]> {
  const preload: XMLFileInfo[] = [
    { fileName: 'published.xsd', contents: await readFile(path.join(VENDOR, `${kind}.xsd`)) },
    { fileName: 'image.xsd', contents: image },
    { fileName: 'xhtml.xsd', contents: xhtml },
  ]
  const { valid, errors, rawOutput } = await validateXML({
    xml: { fileName: 'document.xml', contents: xml },
    schema: { fileName: 'all.xsd', contents: all },
    preload,
    stream: true,
    initialMemoryPages: 64 * memoryPages.MiB,
    maxMemoryPages: memoryPages.GiB,
  })
  return valid ? [] : [...errors.map(error => error.message), rawOutput.slice(0, 500)].slice(0, 5)
}
