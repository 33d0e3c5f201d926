import urllib2


def fetch(url):
    pass
