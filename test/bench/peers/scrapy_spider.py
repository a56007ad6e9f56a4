"""Scrapy: follows every link of the site and reads the plainest facts of each page. Arguments: origin=ORIGIN."""
import scrapy


class BenchSpider(scrapy.Spider):
    name = "bench"
    custom_settings = {
        "CONCURRENT_REQUESTS": 32,
        "CONCURRENT_REQUESTS_PER_DOMAIN": 32,
        "ROBOTSTXT_OBEY": True,
        "LOG_LEVEL": "ERROR",
        "RETRY_ENABLED": False,
    }

    def start_requests(self):
        yield scrapy.Request(f"{self.origin}/")

    def parse(self, response):
        yield {
            "url": response.url,
            "title": response.css("title::text").get(),
            "description": response.css("meta[name=description]::attr(content)").get(),
            "headings": [heading.xpath("string()").get() for heading in response.css("h1,h2,h3,h4,h5,h6")],
            "lang": response.css("html::attr(lang)").get(),
            "canonical": response.css("link[rel=canonical]::attr(href)").get(),
            "links": [(link.attrib["href"], link.xpath("string()").get()) for link in response.css("a[href]")],
            "images_without_alt": len(response.css("img:not([alt])")),
        }
        for link in response.css("a[href]"):
            url = response.urljoin(link.attrib["href"])
            if url.startswith(self.origin + "/"):
                yield scrapy.Request(url, callback=self.parse)
